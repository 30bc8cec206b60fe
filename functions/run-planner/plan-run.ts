import { isAwaited } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import type { ElsewherePlan, RunPlan } from '../../contracts/run-plan.ts';
import { batchesKey, mapResultsPrefix, shardOf, unloadedDatasetPrefix } from '../../contracts/storage-keys.ts';
import { callsOf, withoutJobs } from '../../core/bulk-jobs/calls-of.ts';
import { checkJob } from '../../core/bulk-jobs/check-job.ts';
import { EARLY_ROWS } from '../../core/early-stop.ts';
import { planBatches } from '../../core/plan-batches.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { ANY_SHARD, mergeResults } from '../../core/sql/merge-results.ts';
import { type RowSelection, unloadDataset } from '../../core/sql/unload-dataset.ts';
import { isJob } from '../../domain/run-records/run-record.ts';
import { beginPass } from './begin-pass.ts';
import { callerRun } from './caller-run.ts';
import { checkEvaluators } from './check-evaluators.ts';
import { type ChosenRun, chooseRun } from './choose-run.ts';
import { countDataset } from './count-dataset.ts';
import { countItems, dealItems, selectItems } from './deal-items.ts';
import type { PlanDependencies } from './dependencies.ts';
import { openRun } from './open-run.ts';
import type { PlanEvent } from './plan-event.ts';
import { readInput } from './read-input.ts';

/** Checks the input, counts the rows, writes the run record and renders everything the state machine needs. */
export async function planRun(event: PlanEvent, deps: PlanDependencies): Promise<RunPlan | ElsewherePlan> {
  const request = readInput(event.input);
  const evaluationId = evaluationIdOf(request, event.execution.name);
  const chosen = await chooseRun(evaluationId, request, event, deps);
  const { kind, round, config, datasetId, itemsKey = '', attempt, maxConcurrency, found } = chosen;
  // Answers are scored where they are in the table, whatever the run.
  const items = isJob(chosen) && round !== 'score';
  if (items && event.machine !== 'batch-job') return { outcome: 'job' };
  await checkEvaluators(evaluationId, config, deps.targets);
  checkJob(config);
  const selection: RowSelection = {
    evaluationId,
    datasetId,
    limit: ('limit' in request ? request.limit : undefined) ?? chosen.limit,
    repeats: config.executor.repeats,
    retry: RETRIES[round],
    retryClass: request.round === 'retry' ? request.retryClass : undefined,
    onUnknown: config.executor.onUnknown,
  };
  if (round === 'first') await openRun({ evaluationId, chosen, event }, deps);
  const selected = items ? await selectItems(itemsKey, selection, attempt, deps) : undefined;
  const rows = selected
    ? countItems(selected)
    : round === 'score'
      ? NO_ROWS
      : await countDataset(selection, event, deps);
  const { planned, calledAgain } = rows;
  // The record keeps the configuration as it is: the next retry may go as a job again.
  const called = request.round !== 'score' && request.individually ? withoutJobs(config) : config;
  const retryFailed = config.executor.retryFailed && (round === 'first' || round === 'resume');
  const options = { retriesFailed: retryFailed, isEarly: isEarly(chosen) };
  const run = await callerRun(evaluationId, { ...chosen, config: called }, options, deps.sfn);
  const { children, batchRows } = planBatches({
    planned,
    maxConcurrency,
    isAwaited: isAwaited(run),
    ...callsOf(called),
  });
  // A run that was interrupted before its rows were counted has no total yet.
  const total = found && found.batch_size > 0 ? found.total : planned;
  // Of an earlier round that was stopped, rows may be staged and not loaded yet.
  const shards = Math.max(shardOf(rows.lastRowIndex) + 1, found?.shards ?? 0);
  const counted = { total, planned, calledAgain, children, batchRows, shards, isAwaited: isAwaited(run) };
  const begun = await beginPass({ evaluationId, chosen, event, ...counted }, deps);
  if (selected) await dealItems(selected.rows, { evaluationId, attempt, batchRows }, deps);

  const datasetPrefix = unloadedDatasetPrefix(evaluationId, String(attempt));
  const plan: RunPlan = {
    outcome: 'planned',
    ...{ kind, round, evaluationId, datasetId, run, total, planned, children, batchRows, maxConcurrency },
    readDataset: unloadDataset(deps.tables, selection, `s3://${deps.bucket}/${datasetPrefix}`),
    datasetPrefix,
    manifestKey: batchesKey(evaluationId, attempt),
    mapResultsPrefix: mapResultsPrefix(evaluationId),
    shards,
    loadStatement: mergeResults(deps.tables, evaluationId, ANY_SHARD),
    scoresLater: run.isScored && !run.evaluators,
    retryFailed,
    loadName: `load-${fingerprint(evaluationId)}-${attempt}`,
    export: config.export,
  };
  // The round that retryFailed adds belongs to the start that was told already.
  if (begun && !event.retryPass) deps.observer.started(plan);
  return plan;
}

/** The first rows of a run are still to come: it begins, or was interrupted before they had settled. */
const isEarly = ({ round, found }: ChosenRun): boolean =>
  round === 'first' || (round === 'resume' && found?.succeeded === 0 && found.failed < EARLY_ROWS);

const RETRIES = { first: undefined, retry: 'failed', resume: 'missing', score: undefined } as const;

const NO_ROWS = { planned: 0, lastRowIndex: 0, calledAgain: 0 };

function evaluationIdOf(request: { readonly evaluationId?: string }, executionName: string): string {
  const id = evaluationIdSchema.safeParse(request.evaluationId ?? executionName);
  if (id.success) return id.data;
  throw new RollcallError(
    'InvalidRunInput',
    `The execution name ${JSON.stringify(executionName)} cannot serve as evaluationId: ${id.error.issues[0]?.message}. Pass evaluationId, or start the execution under another name.`,
  );
}
