import { DescribeMapRunCommand, ListMapRunsCommand } from '@aws-sdk/client-sfn';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { inFlight } from '../../domain/run-records/store/batch-counts.ts';
import type { ObservedRun } from '../../domain/run-records/store/run-record-store.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import type { ControlDependencies } from './dependencies.ts';

/** A batch sees a change of the run within a second, and its counts are a second old at most. */
const SEEN_AFTER_MS = 2_000;

/** The execution behind a run, as Step Functions sees it. */
export interface Execution {
  readonly running: boolean;
  /** RUNNING, ABORTED …; undefined when Step Functions knows it not, or no more. */
  readonly status?: string;
  readonly cause?: string;
  readonly stoppedAt?: Date;
  /** The Map Run that calls rows at this moment. */
  readonly mapRunArn?: string;
  /** Batches that are worked on at the same time, at most, and those that are not done. */
  readonly children?: number;
  readonly batchesLeft?: number;
  readonly rowsInFlight: number;
  /** No row is in flight, and as long as the run is not resumed none will be. */
  readonly quiet: boolean;
}

export async function executionOf(
  { record, batches: counted }: ObservedRun,
  deps: Pick<ControlDependencies, 'sfn' | 'runs'>,
): Promise<Execution> {
  const { sfn, runs } = deps;
  const { status, cause, stopDate: stoppedAt } = await describeExecution(record.execution_arn, sfn);
  const none = { status, cause, rowsInFlight: 0 };
  if (status !== 'RUNNING') return { ...none, running: false, stoppedAt, quiet: true };
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn: record.execution_arn }));
  // A second pass in the same execution has a Map Run of its own; the open one is the one that counts.
  const mapRunArn = mapRuns.find((run) => run.stopDate === undefined)?.mapRunArn;
  // Rows have not begun, or they have all settled and the run is about to end.
  if (!mapRunArn) return { ...none, running: true, quiet: mapRuns.length === 0 || (await isJudgeQuiet(record, deps)) };
  const mapRun = await sfn.send(new DescribeMapRunCommand({ mapRunArn }));
  const { pending = 0, running = 0 } = mapRun.itemCounts ?? {};
  const rowsInFlight = record.is_awaited ? Math.max(0, running - (await runs.parked(record))) : inFlight(counted);
  const pausedFor = Date.now() - Date.parse(record.paused_at ?? record.updated_at);
  const quiet = rowsInFlight === 0 && pausedFor >= SEEN_AFTER_MS;
  const batches = { children: mapRun.maxConcurrency ?? 0, batchesLeft: pending + running };
  return { running: true, status, mapRunArn, ...batches, rowsInFlight, quiet };
}

/** Rows have settled and a judge is asked about them: the run stands still when the run that asks does. */
async function isJudgeQuiet(
  { judge_runs }: RunRecord,
  deps: Pick<ControlDependencies, 'sfn' | 'runs'>,
): Promise<boolean> {
  const asking = judge_runs?.at(-1);
  const judge = asking && (await deps.runs.observe(asking));
  if (!judge || (judge.record.status !== 'pausing' && judge.record.status !== 'paused')) return false;
  return (await executionOf(judge, deps)).quiet;
}
