import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import type { Trace } from '../../contracts/trace.ts';
import { monitorAnswer } from '../../core/monitors/monitor-answer.ts';
import { answerScorer } from '../../core/scoring/score-answer.ts';
import { slimTrace } from '../../core/threads/slim-trace.ts';
import { buildThreadData, neededOfTurns } from '../../core/threads/thread-data.ts';
import { hasThreadMappings } from '../../core/threads/thread-mappings.ts';
import { turnKey } from '../../core/threads/turn-key.ts';
import { passesFilter } from '../traces/passes-filter.ts';
import { readThread } from '../traces/read-thread.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';

/** Undefined: the filter leaves it out, or there is nothing any more. */
type Evaluated = Promise<MonitorResult | undefined>;

/** Evaluates one trace. Its thread is read only when a mapping asks for it. */
export async function evaluateTrace(stored: StoredMonitor, trace: Trace, deps: TraceDeps): Evaluated {
  const { monitor, tenant } = stored;
  if (!(await passesFilter(monitor.filter, trace))) return undefined;
  const asksForThread = trace.thread_id !== undefined && hasThreadMappings(monitor.mapping);
  const thread = asksForThread ? await threadOf(stored, tenant, trace.thread_id ?? '', deps) : undefined;
  return scored(stored, trace, thread ?? { turns: [trace] });
}

/** Evaluates a thread as it is now; its newest turn is the current trace. */
export async function evaluateThread(stored: StoredMonitor, threadId: string, deps: TraceDeps): Evaluated {
  const { monitor, tenant } = stored;
  const thread = await threadOf(stored, tenant, threadId, deps);
  const { newest, turns } = thread;
  if (!newest || !(await passesFilter(monitor.filter, { ...newest, turns: turns.length }))) return undefined;
  return scored(stored, newest, thread);
}

interface ThreadSeen {
  readonly turns: readonly Trace[];
  readonly newest?: Trace;
  readonly truncated?: boolean;
}

async function threadOf(
  { monitor }: StoredMonitor,
  tenant: string,
  threadId: string,
  deps: TraceDeps,
): Promise<ThreadSeen> {
  const { mapping, maxTurns } = monitor;
  const slim = slimTrace(neededOfTurns(mapping));
  let newest: Trace | undefined;
  const keep = (trace: Trace): Trace => {
    if (!newest || turnKey(trace) > turnKey(newest)) newest = trace;
    return slim(trace);
  };
  return { ...(await readThread(tenant, threadId, { maxTurns, keep }, deps)), newest };
}

async function scored(
  { monitor, version }: StoredMonitor,
  trace: Trace,
  { turns, truncated }: ThreadSeen,
): Promise<MonitorResult> {
  const data = buildThreadData(trace, turns, monitor.mapping);
  const { scores, passed } = await answerScorer(monitor.evaluators)(monitorAnswer(trace, data));
  const isThread = monitor.level === 'thread' || hasThreadMappings(monitor.mapping);
  return {
    evaluatedAt: new Date().toISOString(),
    version,
    traceId: trace.trace_id,
    ...(trace.thread_id !== undefined && { threadId: trace.thread_id }),
    ...(isThread && { turns: turns.length, truncated: truncated ?? false }),
    scores,
    passed,
  };
}
