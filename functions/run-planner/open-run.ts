import { RollcallError } from '../../contracts/errors.ts';
import { NOTHING_COUNTED, type RunRecord } from '../../contracts/run-record.ts';
import type { ChosenRun } from './choose-run.ts';
import type { PlanDependencies } from './dependencies.ts';
import { type PlanEvent, passId } from './plan-event.ts';

export interface Opening {
  readonly evaluationId: string;
  readonly chosen: ChosenRun;
  readonly event: PlanEvent;
}

/**
 * Writes a new run's record, `pending` until its rows are counted: from here on it can be paused and cancelled. An
 * evaluation id is taken once; only the execution that took it may come again.
 */
export async function openRun(opening: Opening, deps: PlanDependencies): Promise<void> {
  const { evaluationId, event } = opening;
  if (await deps.runs.create(pendingRecord(opening))) return;
  if ((await deps.runs.find(evaluationId))?.pass_id === passId(event)) return;
  throw new RollcallError(
    'InvalidRunInput',
    `evaluationId ${evaluationId} belongs to an earlier run. Choose another one, or continue that run with retry: "failed" or "missing".`,
  );
}

function pendingRecord({ evaluationId, chosen, event }: Opening): RunRecord {
  const now = new Date().toISOString();
  return {
    evaluation_id: evaluationId,
    status: 'pending',
    dataset_id: chosen.datasetId,
    experiment_id: chosen.experimentId,
    target_name: chosen.targetName,
    execution_mode: chosen.config.executionMode,
    config: JSON.stringify(chosen.config),
    attempt: chosen.attempt,
    pass_id: passId(event),
    execution_arn: event.execution.id,
    row_limit: chosen.limit,
    total: 0,
    planned: 0,
    batch_size: 0,
    max_concurrency: chosen.maxConcurrency,
    ...NOTHING_COUNTED,
    started_at: event.execution.startTime,
    pass_started_at: now,
    updated_at: now,
  };
}
