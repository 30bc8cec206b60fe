import { type CallerRun, isAwaited } from '../../contracts/caller.ts';
import type { SweepPlan } from '../../contracts/run-plan.ts';
import { batchesKey } from '../../contracts/storage-keys.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { isJob, type RunRecord } from '../../domain/run-records/run-record.ts';
import { sumOf } from '../../domain/run-records/store/batch-counts.ts';
import { callerRun } from './caller-run.ts';
import { refuseWhileActive } from './choose-run.ts';
import type { PlanDependencies } from './dependencies.ts';
import { type PlanEvent, passId } from './plan-event.ts';
import { parseConfig, readInput } from './read-input.ts';

/**
 * What is to be swept before a pass goes on with a run: the pass before it, if that was cut off. Rows it had in flight are
 * then settled before it is decided which rows are called, and no function that outlives it calls any more of them.
 */
export async function earlierPass(event: PlanEvent, deps: PlanDependencies): Promise<SweepPlan | undefined> {
  const request = readInput(event.input);
  if (request.round !== 'retry' && request.round !== 'resume') return undefined;
  if (event.retryPass || event.isSwept) return undefined;
  const { evaluationId } = request;
  const record = await deps.runs.read(evaluationId);
  // The state machine of batch jobs sees to it.
  if (isJob(record) && event.machine !== 'batch-job') return undefined;
  await refuseWhileActive(record, event, deps);
  if (record.pass_id === passId(event) || (await isSettled(record, deps))) return undefined;
  const run = await runOf(record, deps);
  // The agents of rows without a result are found by their names when these rows are called.
  if (isAwaited(run)) return undefined;
  const { attempt, planned } = record;
  return { outcome: 'sweep', run, planned, manifestKey: batchesKey(evaluationId, attempt) };
}

async function isSettled(record: RunRecord, { runs }: PlanDependencies): Promise<boolean> {
  const { total, planned, batch_size, attempt } = record;
  if (batch_size === 0 || attempt === 0) return true;
  const settled = (counts: { succeeded: number; failed: number; skipped: number }) =>
    counts.succeeded + counts.failed + counts.skipped;
  const summary = summaryOf(record);
  if (summary && settled(summary) >= total) return true;
  return settled(sumOf(await runs.batches(record))) >= planned;
}

function runOf(record: RunRecord, { sfn }: PlanDependencies): Promise<CallerRun> {
  const { evaluation_id: evaluationId, attempt, dataset_id: datasetId, target_name: targetName } = record;
  const config = parseConfig(record.config, `The configuration of run ${evaluationId}`);
  const chosen = { config, datasetId, experimentId: record.experiment_id, targetName, attempt };
  return callerRun(evaluationId, chosen, {}, sfn);
}
