import type { TraceSource } from '../../contracts/thread-mapping.ts';
import type { Trace } from '../../contracts/trace.ts';
import { isObject } from '../json.ts';

interface Part {
  readonly key?: string;
  readonly subkey?: string;
}

/** What a source gives of a trace. Texts that are not there are empty, so that every evaluator gets every field. */
const SOURCES: Record<TraceSource, (trace: Trace, part: Part) => unknown> = {
  trace_id: (trace) => trace.trace_id,
  thread_id: (trace) => trace.thread_id ?? '',
  timestamp: (trace) => trace.started_at,
  input: (trace) => trace.input ?? '',
  output: (trace) => trace.output ?? '',
  contexts: (trace) => trace.contexts ?? [],
  metadata: (trace, part) => memberOf(trace.metadata ?? {}, part),
  spans: (trace, part) => spansOf(trace, part),
  metrics: ({ tokens, cost, latency }, part) => memberOf({ tokens, cost, latency }, part),
  error: (trace) => trace.error ?? '',
};

export const traceValue = (trace: Trace, source: TraceSource, part: Part = {}): unknown => SOURCES[source](trace, part);

const isAll = (key: string | undefined): boolean => key === undefined || key === '' || key === '*';

function memberOf(value: object, { key, subkey }: Part): unknown {
  const found = isAll(key) ? value : member(value, key);
  return isAll(key) || isAll(subkey) ? found : member(found, subkey);
}

function spansOf({ spans = [] }: Trace, { key, subkey }: Part): unknown {
  const named = isAll(key) ? spans : spans.filter(({ name }) => name === key);
  return isAll(subkey) ? named : named.map((span) => member(span, subkey));
}

const member = (value: unknown, name = ''): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
