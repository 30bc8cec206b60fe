import { hash } from 'node:crypto';
import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import type { MonitorMessage } from '../../contracts/monitor-message.ts';
import { isSampled } from '../../core/monitors/is-sampled.ts';
import { sendToMonitors } from '../traces/announce-traces.ts';
import type { Tracing } from '../traces/connect-traces.ts';
import { findHead } from '../traces/put-traces.ts';
import { readTrace } from '../traces/read-thread.ts';
import { asksSomebody } from './ask.ts';
import { type AskingWork, askAbout, askTogether, onAnswers, sweepWaiting } from './asked-evaluation.ts';
import { type Evaluation, evaluationOfThread, evaluationOfTrace, scoreEvaluation } from './evaluate.ts';
import { hasResult, putResult } from './monitor-results.ts';
import { findMonitor } from './monitor-store.ts';
import type { ResultStage } from './result-stage.ts';

export interface MonitorWork extends Tracing, Pick<AskingWork, 'asking' | 'questions' | 'resume'> {
  /** The enabled monitors of a tenant. */
  readonly monitorsOf: (tenant: string) => Promise<readonly StoredMonitor[]>;
  readonly observer: MonitorObserver;
  /** On the way to the table of results. */
  readonly stage: Pick<ResultStage, 'add'>;
}

export interface MonitorObserver {
  evaluated(stored: StoredMonitor, result: MonitorResult): void;
  /** A trace without a thread, where threads are looked at. */
  withoutThread(stored: StoredMonitor): void;
}

type TraceMessage = Extract<MonitorMessage, { kind: 'trace' }>;
type ThreadMessage = Extract<MonitorMessage, { kind: 'thread' }>;

/** Does what a message of the monitors' queues asks for. Doing it again changes nothing. */
export async function workOnMessage(message: MonitorMessage, work: MonitorWork): Promise<void> {
  switch (message.kind) {
    case 'trace':
      return onTrace(message, work);
    case 'thread':
      return onThread(message, work);
    case 'ask':
      return askTogether(message.evaluations, askingWork(work));
    case 'answered':
      return onAnswers(message.execution, askingWork(work));
    case 'sweep':
      return sweepWaiting(askingWork(work));
  }
}

const askingWork = (work: MonitorWork): AskingWork => ({
  ...work,
  keep: (stored, id, result) => keep(stored, id, result, work),
});

async function onTrace(message: TraceMessage, work: MonitorWork): Promise<void> {
  const { tenant, threadId, seq = 0 } = message;
  const monitors = await monitorsFor(message, work);
  const ofTraces = monitors.filter(({ monitor }) => monitor.level === 'trace');
  const ofThreads = monitors.filter(({ monitor }) => monitor.level === 'thread');
  if (threadId === undefined) for (const stored of ofThreads) work.observer.withoutThread(stored);
  else {
    // Each turn sends a message that comes when the thread may have settled; only the newest one's counts.
    const settling = ofThreads.filter(({ monitor }) => isSampled(threadId, monitor.sampling));
    const sendings = settling.map(({ monitor }) => ({
      message: { kind: 'thread' as const, tenant, threadId, seq, monitor: monitor.name },
      delaySeconds: monitor.settleSeconds,
    }));
    await sendToMonitors(sendings, work);
  }
  if (ofTraces.length === 0) return;
  const trace = await readTrace(message, work);
  if (!trace) return;
  const content = hash('sha256', JSON.stringify(trace)).slice(0, 12);
  for (const stored of ofTraces) {
    if (!isSampled(trace.trace_id, stored.monitor.sampling)) continue;
    await once(stored, `${message.turn}#${content}`, () => evaluationOfTrace(stored, trace, work), work);
  }
}

/** A back-fill asks one monitor, enabled or not. */
async function monitorsFor({ tenant, monitor }: TraceMessage, work: MonitorWork): Promise<readonly StoredMonitor[]> {
  if (monitor === undefined) return work.monitorsOf(tenant);
  const found = await findMonitor(tenant, monitor, work);
  return found ? [found] : [];
}

async function onThread(message: ThreadMessage, work: MonitorWork): Promise<void> {
  const { tenant, threadId, now = false } = message;
  const stored = await findMonitor(tenant, message.monitor, work);
  if (!stored || (!stored.monitor.enabled && !now)) return;
  const head = await findHead(tenant, threadId, work);
  // It went on: a later message is on its way.
  if (!head || (!now && head.seq !== message.seq)) return;
  const quietSeconds = (Date.now() - Date.parse(head.changed_at)) / 1000;
  const left = stored.monitor.settleSeconds - quietSeconds;
  if (!now && left > 0) return sendToMonitors([{ message, delaySeconds: left }], work);
  // Results are listed by their ids: an old conversation that is imported today stays below those of today.
  const id = `${head.last_started_at}#${threadId}#${head.changed_at}#${head.seq}`;
  await once(stored, id, () => evaluationOfThread(stored, threadId, work), work);
}

/** Evaluates what this version of the monitor has not evaluated yet. */
async function once(
  stored: StoredMonitor,
  what: string,
  prepare: () => Promise<Evaluation | undefined>,
  work: MonitorWork,
): Promise<void> {
  const { tenant, version, monitor } = stored;
  const id = `${what}#v${version}`;
  if (await hasResult(tenant, monitor.name, id, work)) return;
  const evaluation = await prepare();
  if (!evaluation) return;
  if (asksSomebody(monitor)) return askAbout({ stored, id, evaluation }, askingWork(work));
  await keep(stored, id, await scoreEvaluation(stored, evaluation), work);
}

async function keep(stored: StoredMonitor, id: string, result: MonitorResult, work: MonitorWork): Promise<void> {
  const { tenant, monitor } = stored;
  // First for the table, where twice is once: what is in DynamoDB is never missing there.
  await work.stage.add({ tenant, monitor: monitor.name, id, result });
  if (await putResult(tenant, monitor.name, id, result, work)) work.observer.evaluated(stored, result);
}
