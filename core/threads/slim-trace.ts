import type { TraceSource } from '../../contracts/thread-mapping.ts';
import type { Trace } from '../../contracts/trace.ts';

/** Where each source's value comes from. What a trace always has is always kept. */
const MEMBERS: Record<TraceSource, readonly (keyof Trace)[]> = {
  trace_id: [],
  thread_id: ['thread_id'],
  timestamp: [],
  input: ['input'],
  output: ['output'],
  contexts: ['contexts'],
  metadata: ['metadata'],
  spans: ['spans'],
  metrics: ['tokens', 'cost', 'latency'],
  error: ['error'],
};

/** Cuts traces down to what these sources need. */
export function slimTrace(sources: ReadonlySet<TraceSource>): (trace: Trace) => Trace {
  const members = [...sources].flatMap((source) => MEMBERS[source]);
  return (trace) => ({
    trace_id: trace.trace_id,
    started_at: trace.started_at,
    ...Object.fromEntries(members.map((member) => [member, trace[member]])),
  });
}
