import { isAwaited } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { ExecutionInput } from '../../contracts/execution-input.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import type { RunPlan } from '../../contracts/run-plan.ts';
import { mapResultsPrefix, shardOf, unloadedDatasetPrefix } from '../../contracts/storage-keys.ts';
import { callsOf, withoutJobs } from '../../core/bulk-jobs/calls-of.ts';
import { checkJob } from '../../core/bulk-jobs/check-job.ts';
import { EARLY_ROWS } from '../../core/early-stop.ts';
import { planBatches } from '../../core/plan-batches.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { ANY_SHARD, mergeResults } from '../../core/sql/merge-results.ts';
import { type RowSelection, unloadDataset } from '../../core/sql/unload-dataset.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { beginPass, type Pass } from './begin-pass.ts';
import { callerRun } from './caller-run.ts';
import { checkEvaluators } from './check-evaluators.ts';
import { type ChosenRun, continuedRun, newRun, submittedJob } from './choose-run.ts';
import { countDataset } from './count-dataset.ts';
import { countItems, dealItems, selectItems } from './deal-items.ts';
import type { PlanDependencies } from './dependencies.ts';
import { openRun } from './open-run.ts';
import type { PlanEvent } from './plan-event.ts';
import { readInput } from './read-input.ts';

/** Checks the input, counts the rows, writes the run record and renders everything the state machine needs. */
export async function planRun(event: PlanEvent, deps: PlanDependencies): Promise<RunPlan> {
  const input = readInput(event.input);
  const evaluationId = evaluationIdOf(input, event.execution.name);
  const retry: Pass['retry'] = event.retryPass ? 'failed' : input.score ? 'score' : input.retry;
  const chosen = await chooseRun(evaluationId, input, event, deps);
  await checkEvaluators(evaluationId, chosen.config, deps.targets);
  checkJob(chosen.config);
  const selection: RowSelection = {
    evaluationId,
    datasetId: chosen.datasetId,
    limit: input.limit ?? chosen.limit,
    repeats: chosen.config.executor.repeats,
    ...(retry !== 'score' && { retry }),
    retryClass: input.retryClass,
    onUnknown: chosen.config.executor.onUnknown,
  };
  if (!retry) await openRun({ evaluationId, chosen, event }, deps);
  const { itemsKey, attempt } = chosen;
  // A pass that only scores calls no row.
  const items = itemsKey && retry !== 'score' ? await selectItems(itemsKey, selection, attempt, deps) : undefined;
  const rows = items ? countItems(items) : retry === 'score' ? NO_ROWS : await countDataset(selection, event, deps);
  const { executor } = chosen.config;
  const { planned, calledAgain } = rows;
  const { maxConcurrency, found } = chosen;
  // The record keeps the configuration as it is: the next retry may go as a job again.
  const called = input.individually ? withoutJobs(chosen.config) : chosen.config;
  const retriesFailed = executor.retryFailed && retry !== 'failed' && retry !== 'score';
  const callerOptions = { retriesFailed, isEarly: isEarly(retry, found) };
  const run = await callerRun(evaluationId, { ...chosen, config: called }, callerOptions, deps.sfn);
  const { children, batchRows } = planBatches({
    planned,
    maxConcurrency,
    isAwaited: isAwaited(run),
    ...callsOf(called),
  });
  // A run that was cut off before its rows were counted has no total yet.
  const total = found && found.batch_size > 0 ? found.total : planned;
  // Of an earlier pass that was stopped, rows may be staged and not loaded yet.
  const shards = Math.max(shardOf(rows.lastRowIndex) + 1, found?.shards ?? 0);
  const pass = { evaluationId, chosen, event, total, planned, calledAgain, children, batchRows, shards, retry };
  const begun = await beginPass(pass, deps);
  const manifestKey = items && (await dealItems(items.rows, { evaluationId, attempt, batchRows }, deps));

  const datasetPrefix = unloadedDatasetPrefix(evaluationId, String(chosen.attempt));
  const scoring = retry === 'score' ? 'only' : run.isScored && !run.evaluators ? 'after' : 'none';
  const plan: RunPlan = {
    evaluationId,
    datasetId: chosen.datasetId,
    run,
    total,
    planned,
    children,
    batchRows,
    maxConcurrency,
    readDataset: unloadDataset(deps.tables, selection, `s3://${deps.bucket}/${datasetPrefix}`),
    datasetPrefix,
    ...(manifestKey && { manifestKey }),
    ...(chosen.kind === 'judge' && { asks: true }),
    mapResultsPrefix: mapResultsPrefix(evaluationId),
    shards,
    loadStatement: mergeResults(deps.tables, evaluationId, ANY_SHARD),
    scoring,
    retryFailed: retriesFailed,
    loadName: `load-${fingerprint(evaluationId)}-${attempt}`,
    export: chosen.config.export,
  };
  // The pass that retryFailed adds belongs to the start that was told already.
  if (begun && !event.retryPass) deps.observer.started(plan);
  return plan;
}

/** The first rows of a run are still to come: it begins, or was interrupted before they had settled. */
const isEarly = (retry: Pass['retry'], found: RunRecord | undefined): boolean =>
  !retry || (retry === 'missing' && found?.succeeded === 0 && found.failed < EARLY_ROWS);

const NO_ROWS = { planned: 0, lastRowIndex: 0, calledAgain: 0 };

/** What a pass runs: from the record for one that goes on or was submitted, from the input for a new run. */
function chooseRun(
  evaluationId: string,
  input: ExecutionInput,
  event: PlanEvent,
  deps: PlanDependencies,
): Promise<ChosenRun> {
  if (event.retryPass || input.retry || input.score) return continuedRun(evaluationId, input, event, deps);
  return input.job ? submittedJob(evaluationId, deps) : newRun(input, event, deps);
}

function evaluationIdOf(input: ExecutionInput, executionName: string): string {
  const id = evaluationIdSchema.safeParse(input.evaluationId ?? executionName);
  if (id.success) return id.data;
  throw new RollcallError(
    'InvalidRunInput',
    `The execution name ${JSON.stringify(executionName)} cannot serve as evaluationId: ${id.error.issues[0]?.message}. Pass evaluationId, or start the execution under another name.`,
  );
}
