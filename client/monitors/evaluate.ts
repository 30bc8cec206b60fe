import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import type { Trace } from '../../contracts/trace.ts';
import { monitorAnswer } from '../../core/monitors/monitor-answer.ts';
import type { Replies } from '../../core/scoring/asked-score.ts';
import { answerScorer } from '../../core/scoring/score-answer.ts';
import { slimTrace } from '../../core/threads/slim-trace.ts';
import { buildThreadData, neededOfTurns } from '../../core/threads/thread-data.ts';
import { hasThreadMappings } from '../../core/threads/thread-mappings.ts';
import { turnKey } from '../../core/threads/turn-key.ts';
import { passesFilter } from '../traces/passes-filter.ts';
import { readThread } from '../traces/read-thread.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';

/** What evaluators are to look at, as it was when it was read. */
export interface Evaluation {
  readonly answer: ScoredAnswer;
  readonly about: Pick<MonitorResult, 'traceId' | 'startedAt' | 'threadId' | 'turns' | 'truncated'>;
}

/** Undefined: the filter leaves it out, or there is nothing any more. */
type Prepared = Promise<Evaluation | undefined>;

/** One trace. Its thread is read only when a mapping asks for it. */
export async function evaluationOfTrace(stored: StoredMonitor, trace: Trace, deps: TraceDeps): Prepared {
  const { monitor, tenant } = stored;
  if (!(await passesFilter(monitor.filter, trace))) return undefined;
  const asksForThread = trace.thread_id !== undefined && hasThreadMappings(monitor.mapping);
  const thread = asksForThread ? await threadOf(stored, tenant, trace.thread_id ?? '', deps) : undefined;
  return evaluation(stored, trace, thread ?? { turns: [trace] });
}

/** A thread as it is now; its newest turn is the current trace. */
export async function evaluationOfThread(stored: StoredMonitor, threadId: string, deps: TraceDeps): Prepared {
  const { monitor, tenant } = stored;
  const thread = await threadOf(stored, tenant, threadId, deps);
  const { newest, turns } = thread;
  if (!newest || !(await passesFilter(monitor.filter, { ...newest, turns: turns.length }))) return undefined;
  return evaluation(stored, newest, thread);
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

function evaluation({ monitor }: StoredMonitor, trace: Trace, { turns, truncated }: ThreadSeen): Evaluation {
  const data = buildThreadData(trace, turns, monitor.mapping);
  const isThread = monitor.level === 'thread' || hasThreadMappings(monitor.mapping);
  return {
    answer: monitorAnswer(trace, data),
    about: {
      traceId: trace.trace_id,
      startedAt: trace.started_at,
      ...(trace.thread_id !== undefined && { threadId: trace.thread_id }),
      ...(isThread && { turns: turns.length, truncated: truncated ?? false }),
    },
  };
}

/** @param replies what judges and functions have said, where there are any */
export async function scoreEvaluation(
  { monitor, version }: Pick<StoredMonitor, 'monitor' | 'version'>,
  { answer, about }: Evaluation,
  replies?: Replies,
): Promise<MonitorResult> {
  const { scores, passed } = await answerScorer(monitor.evaluators, replies)(answer);
  const costs = Object.values(scores).flatMap((score) => ('costUsd' in score ? (score.costUsd ?? []) : []));
  const costUsd = costs.reduce((sum, cost) => sum + cost, 0);
  const evaluatedAt = new Date().toISOString();
  return { evaluatedAt, version, ...about, scores, passed, ...(costs.length > 0 && { costUsd }) };
}
