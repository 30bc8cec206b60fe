import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { NOTHING_COUNTED, type RunKind, type RunRecord } from './run-record.ts';

interface NewRun {
  readonly evaluationId: string;
  readonly kind: RunKind;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly config: Pick<EvaluationConfig, 'executionMode'>;
  readonly datasetId: string;
  readonly experimentId?: string;
  readonly targetName: string;
  readonly maxConcurrency: number;
  readonly limit?: number;
  readonly estimateLimit?: number;
  readonly executionArn: string;
  readonly startedAt: string;
}

/** The record of a run whose first pass is about to begin, in the execution named. */
export function pendingRecord(run: NewRun): RunRecord {
  const now = new Date().toISOString();
  return {
    evaluation_id: run.evaluationId,
    kind: run.kind,
    name: run.name,
    tags: run.tags && [...run.tags],
    status: 'pending',
    dataset_id: run.datasetId,
    experiment_id: run.experimentId,
    target_name: run.targetName,
    execution_mode: run.config.executionMode,
    config: JSON.stringify(run.config),
    attempt: 1,
    round: 'first',
    pass_id: run.executionArn,
    execution_arn: run.executionArn,
    row_limit: run.limit,
    estimate_limit: run.estimateLimit,
    total: 0,
    planned: 0,
    batch_size: 0,
    is_awaited: false,
    shards: 0,
    max_concurrency: run.maxConcurrency,
    ...NOTHING_COUNTED,
    started_at: run.startedAt,
    pass_started_at: now,
    updated_at: now,
  };
}
