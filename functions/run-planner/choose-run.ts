import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import type { ExecutionInput } from '../../contracts/execution-input.ts';
import { concurrencyOf } from '../../core/bulk-jobs/calls-of.ts';
import { targetName } from '../../core/target-name.ts';
import type { RunKind, RunRecord } from '../../domain/run-records/run-record.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import type { PlanDependencies } from './dependencies.ts';
import { type PlanEvent, passId } from './plan-event.ts';
import { checked, parseConfig, readConfig } from './read-input.ts';

/** What a pass runs: from the input for a new run, from the record for one that goes on. */
export interface ChosenRun {
  readonly kind: RunKind;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly config: EvaluationConfig;
  readonly datasetId: string;
  readonly experimentId?: string;
  readonly targetName: string;
  readonly attempt: number;
  readonly maxConcurrency: number;
  readonly limit?: number;
  readonly estimateLimit?: number;
  /** Where the items of a batch job lie. */
  readonly itemsKey?: string;
  /** The record of a run that goes on, as it was when it was chosen. */
  readonly found?: RunRecord;
}

export async function newRun(input: ExecutionInput, event: PlanEvent, deps: PlanDependencies): Promise<ChosenRun> {
  const config = await readConfig(input, event.input, deps);
  return {
    kind: input.estimate ? 'estimate' : 'evaluation',
    name: input.name,
    tags: input.tags,
    config,
    datasetId: input.datasetId ?? '',
    experimentId: input.experimentId,
    targetName: input.targetName ?? targetName(config),
    attempt: 1,
    maxConcurrency: concurrencyOf(config),
    limit: input.limit,
    estimateLimit: input.estimateLimit,
  };
}

/** A batch job's record was written when it was submitted. */
export async function submittedJob(evaluationId: string, deps: PlanDependencies): Promise<ChosenRun> {
  const record = await deps.runs.read(evaluationId);
  if (!record.items_key) {
    throw new RollcallError('InvalidRunInput', `Run ${evaluationId} is no batch job; start it without job.`);
  }
  return {
    kind: record.kind,
    config: parseConfig(record.config, `The configuration of job ${evaluationId}`),
    datasetId: '',
    targetName: record.target_name,
    attempt: 1,
    maxConcurrency: record.max_concurrency,
    itemsKey: record.items_key,
  };
}

/** Dataset and configuration come from the record; a configuration or budget in the input replaces the recorded one. */
export async function continuedRun(
  evaluationId: string,
  input: ExecutionInput,
  event: PlanEvent,
  deps: PlanDependencies,
): Promise<ChosenRun> {
  const record = await deps.runs.read(evaluationId);
  await refuseWhileActive(record, event, deps);
  const replaced = !event.retryPass && Boolean(input.config ?? input.configId ?? input.target);
  const config = replaced
    ? await readConfig(input, event.input, deps)
    : parseConfig(record.config, `The configuration of run ${evaluationId}`);
  const { budgetLimit = config.executor.budgetLimit, onUnknown = config.executor.onUnknown } = event.retryPass
    ? {}
    : input;
  const { evaluators = config.evaluators } = event.retryPass ? {} : (input.score ?? {});
  if (input.score && !evaluators) {
    throw new RollcallError(
      'InvalidRunInput',
      `Run ${evaluationId} has no evaluators of its own; give them in score.evaluators.`,
    );
  }
  return {
    kind: record.kind,
    config: checked({ ...config, evaluators, executor: { ...config.executor, budgetLimit, onUnknown } }),
    datasetId: record.dataset_id,
    experimentId: record.experiment_id,
    targetName: record.target_name,
    attempt: record.pass_id === passId(event) ? record.attempt : record.attempt + 1,
    // Within one execution, what set-concurrency asked for holds on.
    maxConcurrency: event.retryPass ? record.max_concurrency : concurrencyOf(config),
    limit: record.row_limit,
    estimateLimit: record.estimate_limit,
    itemsKey: record.items_key,
    found: record,
  };
}

/** Two executions over one evaluation would call rows twice. The record may be stale; the execution tells. */
export async function refuseWhileActive(record: RunRecord, event: PlanEvent, deps: PlanDependencies): Promise<void> {
  if (record.execution_arn === event.execution.id) return;
  if (await isRunning(record.execution_arn, deps)) throw stillActive(record);
}

export const stillActive = (record: RunRecord): RollcallError =>
  new RollcallError(
    'RunStillActive',
    `Run ${record.evaluation_id} is ${record.status}: its execution ${record.execution_arn} is still going.`,
  );

async function isRunning(executionArn: string, deps: PlanDependencies): Promise<boolean> {
  const { status } = await describeExecution(executionArn, deps.sfn);
  return status === 'RUNNING' || status === 'PENDING_REDRIVE';
}
