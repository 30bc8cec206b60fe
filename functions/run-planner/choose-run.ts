import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import type { FirstRound, RoundRequest } from '../../contracts/execution-input.ts';
import { concurrencyOf } from '../../core/bulk-jobs/calls-of.ts';
import { targetName } from '../../core/target-name.ts';
import { withPromptHash } from '../../domain/models/prompt-hash.ts';
import { isJob, type Round, type RunKind, type RunRecord } from '../../domain/run-records/run-record.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import type { PlanDependencies } from './dependencies.ts';
import { type PlanEvent, passId, roundOf } from './plan-event.ts';
import { checked, parseConfig, readConfig } from './read-input.ts';

/** What a round runs: from the input for a new run, from the record for one that was submitted or goes on. */
export interface ChosenRun {
  readonly kind: RunKind;
  readonly round: Round;
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

export function chooseRun(
  evaluationId: string,
  request: RoundRequest,
  event: PlanEvent,
  deps: PlanDependencies,
): Promise<ChosenRun> {
  if (event.retryPass || request.round !== 'first') return continuedRun(evaluationId, request, event, deps);
  return request.kind === 'batch' ? submittedJob(evaluationId, deps) : newRun(request, event, deps);
}

async function newRun(request: FirstRound, event: PlanEvent, deps: PlanDependencies): Promise<ChosenRun> {
  const { kind, round, name, tags, datasetId, experimentId, limit, estimateLimit } = request;
  const config = withPromptHash(await readConfig(request.source, event.input, deps));
  return {
    ...{ kind, round, name, tags, config, datasetId, experimentId, limit, estimateLimit },
    targetName: request.targetName ?? targetName(config),
    attempt: 1,
    maxConcurrency: concurrencyOf(config),
  };
}

/** A batch job's record was written when it was submitted. */
async function submittedJob(evaluationId: string, deps: PlanDependencies): Promise<ChosenRun> {
  const record = await deps.runs.read(evaluationId);
  if (!isJob(record)) {
    throw new RollcallError('InvalidRunInput', `Run ${evaluationId} is no batch job; start it without job.`);
  }
  return {
    kind: record.kind,
    round: 'first',
    config: parseConfig(record.config, `The configuration of job ${evaluationId}`),
    datasetId: '',
    targetName: record.target_name,
    attempt: 1,
    maxConcurrency: record.max_concurrency,
    itemsKey: record.items_key,
  };
}

/** Dataset and configuration come from the record; a configuration or budget in the input replaces the recorded one. */
async function continuedRun(
  evaluationId: string,
  request: RoundRequest,
  event: PlanEvent,
  deps: PlanDependencies,
): Promise<ChosenRun> {
  const record = await deps.runs.read(evaluationId);
  await refuseWhileActive(record, event, deps);
  // The round that retryFailed adds is one of the run as it stands.
  const changes = event.retryPass || request.round === 'first' ? undefined : request;
  const config = changes?.source
    ? await readConfig(changes.source, event.input, deps)
    : parseConfig(record.config, `The configuration of run ${evaluationId}`);
  const { budgetLimit = config.executor.budgetLimit, onUnknown = config.executor.onUnknown } = changes ?? {};
  const { evaluators = config.evaluators } = changes?.round === 'score' ? changes : {};
  if (changes?.round === 'score' && !evaluators) {
    throw new RollcallError(
      'InvalidRunInput',
      `Run ${evaluationId} has no evaluators of its own; give them in score.evaluators.`,
    );
  }
  return {
    kind: record.kind,
    round: roundOf(request, event),
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
