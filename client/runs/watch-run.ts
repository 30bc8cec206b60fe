import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, type DescribeExecutionCommandOutput } from '@aws-sdk/client-sfn';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { type Summary, summaryOf, summarySchema } from '../../contracts/summary.ts';
import { isThrottled } from '../../core/is-throttled.ts';
import { progressOf } from '../../core/progress.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';
import { inFlight } from '../../domain/run-records/store/batch-counts.ts';
import type { ObservedRun } from '../../domain/run-records/store/run-record-store.ts';
import type { Installation } from '../connect/installation.ts';
import { control } from './control.ts';
import type { StartedRun } from './start-run.ts';

/** How a run ended. */
export interface EndedRun {
  readonly evaluationId: string;
  readonly status: RunStatus;
  readonly reason?: string;
  /** Missing when the run failed before it had figures. */
  readonly summary?: Summary;
}

/** Time, for tests that let hours go by. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
}
const SYSTEM: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** How often Step Functions is asked. Its quotas are the account's: DescribeExecution has 15 calls a second, Map Runs one. */
const LOOK_MS = 10_000;
/** A stopped execution is closed by an event; it may take this long to arrive. */
const CLOSING_MS = 20_000;

/**
 * Looks at a run until its execution has ended: at its record and counters all the time, at Step Functions rarely, and as soon as
 * the record says that the run is over. Aborting the signal stops looking, not the run.
 */
export async function watchRun(
  { evaluationId, executionArn }: StartedRun,
  installation: Installation,
  onProgress: (answer: RunControlAnswer) => void,
  signal?: AbortSignal,
  clock: Clock = SYSTEM,
): Promise<EndedRun | undefined> {
  const { runs, pollMs } = installation;
  let lookAt = 0;
  let looksSinceClosed = 0;
  let agentsInFlight = 0;
  for (;;) {
    if (signal?.aborted) return undefined;
    const run = await runs.observe(evaluationId);
    if (run) onProgress(answerOf(run, agentsInFlight));
    const isClosed = run?.record.execution_arn === executionArn && run.record.finished_at !== undefined;
    if (isClosed && looksSinceClosed === 0) lookAt = 0;
    if (clock.now() >= lookAt) {
      if (isClosed) looksSinceClosed += 1;
      lookAt = clock.now() + (isClosed ? Math.min(pollMs * 2 ** looksSinceClosed, LOOK_MS) : LOOK_MS);
      const look = new DescribeExecutionCommand({ executionArn });
      const execution = await unlessThrottled(installation.clients.sfn.send(look));
      if (execution && execution.status !== 'RUNNING') return endOf(evaluationId, execution, installation, clock);
      if (run && !isClosed && isForControl(run.record)) {
        const answer = await unlessThrottled(control({ action: 'status', evaluationId }, installation));
        agentsInFlight = answer?.progress.running ?? agentsInFlight;
        if (answer) onProgress(answer);
      }
    }
    await clock.sleep(pollMs, signal);
  }
}

/** Only run control, which asks for the Map Run, knows how many agents are in flight, and when a pausing run is paused. */
const isForControl = (record: RunRecord): boolean => record.status === 'pausing' || record.is_awaited;

function answerOf({ record, batches }: ObservedRun, agentsInFlight: number): RunControlAnswer {
  const { evaluation_id: evaluationId, status, reason } = record;
  const running = record.is_awaited ? agentsInFlight : inFlight(batches);
  return { evaluationId, status, ...(reason && { reason }), changed: false, progress: progressOf(record, running) };
}

/** Nothing, when the account's quota is used up: the next look will do. */
async function unlessThrottled<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isThrottled(error) || (error instanceof Error && isThrottled(error.cause))) return undefined;
    throw error;
  }
}

async function endOf(
  evaluationId: string,
  execution: DescribeExecutionCommandOutput,
  installation: Installation,
  clock: Clock,
): Promise<EndedRun> {
  if (execution.status === 'SUCCEEDED') {
    const summary = summarySchema.parse(JSON.parse(execution.output ?? '{}'));
    return { evaluationId, status: summary.status, reason: summary.reason, summary };
  }
  const record = await closedRecord(evaluationId, installation, clock);
  const said = execution.cause ?? execution.error ?? `The execution ended as ${execution.status}.`;
  return {
    evaluationId,
    status: record?.status ?? 'failed',
    reason: record?.reason || said,
    summary: record && summaryOf(record),
  };
}

/** Should the event not come that closes it, run control is asked to see to it. */
async function closedRecord(
  evaluationId: string,
  installation: Installation,
  clock: Clock,
): Promise<RunRecord | undefined> {
  const until = async (end: number): Promise<RunRecord | undefined> => {
    for (;;) {
      const record = await installation.runs.find(evaluationId);
      if (!record || record.finished_at || clock.now() > end) return record;
      await clock.sleep(installation.pollMs);
    }
  };
  const record = await until(clock.now() + CLOSING_MS);
  if (!record || record.finished_at) return record;
  await unlessThrottled(control({ action: 'status', evaluationId }, installation));
  return until(clock.now() + CLOSING_MS);
}
