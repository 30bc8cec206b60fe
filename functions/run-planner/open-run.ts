import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { RollcallError } from '../../contracts/errors.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { latestResults } from '../../core/sql/latest-results.ts';
import { summarize } from '../../core/sql/summarize.ts';
import { runQuery } from '../shared/run-query.ts';
import type { ChosenRun } from './choose-run.ts';
import { type PlanDependencies, type PlanEvent, passId } from './plan-run.ts';

export interface Opening {
  readonly evaluationId: string;
  readonly chosen: ChosenRun;
  readonly total: number;
  readonly planned: number;
  readonly batchSize: number;
  readonly event: PlanEvent;
}

type Counters = Pick<
  RunRecord,
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'latency_ms_sum'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'total_tokens'
  | 'cost_usd'
>;

const NOTHING_YET: Counters = {
  succeeded: 0,
  failed: 0,
  skipped: 0,
  latency_ms_sum: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cost_usd: 0,
};

/** Writes a new run's record. An evaluation id is taken once; only the execution that took it may come again. */
export async function openRun(opening: Opening, deps: PlanDependencies): Promise<void> {
  try {
    await put(opening, NOTHING_YET, opening.event.execution.startTime, 'attribute_not_exists(evaluation_id)', deps);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = await get(opening.evaluationId, deps);
    if (Item?.pass_id === passId(opening.event)) return;
    throw new RollcallError(
      'InvalidRunInput',
      `evaluationId ${opening.evaluationId} belongs to an earlier run. Choose another one, or continue that run with retry: "failed" or "missing".`,
    );
  }
}

/**
 * Opens a record again for rows to be called once more. The counters start from the rows that stand, without those
 * about to be called, so that they add up to the total again when this pass is done.
 */
export async function reopenRun(opening: Opening, retry: 'failed' | 'missing', deps: PlanDependencies): Promise<void> {
  const { evaluationId, event, planned } = opening;
  const { Item } = await get(evaluationId, deps);
  if (Item?.pass_id === passId(event)) return;
  const [row] = await runQuery(summarize(`(${latestResults(deps.tables, evaluationId)})`), {
    ...deps,
    token: passId(event),
  });
  const figure = (name: string): number => Number(row?.[name] ?? 0);
  const counters: Counters = {
    succeeded: figure('succeeded'),
    failed: figure('failed') - (retry === 'failed' ? planned : 0),
    skipped: retry === 'missing' ? 0 : figure('skipped'),
    latency_ms_sum: figure('latency_sum'),
    prompt_tokens: figure('prompt_tokens'),
    completion_tokens: figure('completion_tokens'),
    total_tokens: figure('total_tokens'),
    // Money spent on attempts that no longer stand in the table was spent all the same.
    cost_usd: Math.max(figure('cost_usd'), Number(Item?.cost_usd ?? 0)),
  };
  await put(opening, counters, String(Item?.started_at ?? event.execution.startTime), undefined, deps);
}

const get = (evaluationId: string, deps: PlanDependencies) =>
  deps.documents.send(
    new GetCommand({ TableName: deps.runsTable, Key: { evaluation_id: evaluationId }, ConsistentRead: true }),
  );

async function put(
  { evaluationId, chosen, total, planned, batchSize, event }: Opening,
  counters: Counters,
  startedAt: string,
  condition: string | undefined,
  deps: PlanDependencies,
): Promise<void> {
  const now = new Date().toISOString();
  const record: RunRecord = {
    evaluation_id: evaluationId,
    status: 'running',
    dataset_id: chosen.datasetId,
    experiment_id: chosen.experimentId,
    target_name: chosen.targetName,
    execution_mode: chosen.config.executionMode,
    config: JSON.stringify(chosen.config),
    attempt: chosen.attempt,
    pass_id: passId(event),
    execution_arn: event.execution.id,
    row_limit: chosen.limit,
    total,
    planned,
    batch_size: batchSize,
    max_concurrency: chosen.config.executor.maxConcurrency,
    ...counters,
    failures_this_pass: 0,
    started_at: startedAt,
    pass_started_at: now,
    updated_at: now,
  };
  await deps.documents.send(
    new PutCommand({ TableName: deps.runsTable, Item: record, ConditionExpression: condition }),
  );
}
