import { RollcallError } from '../../contracts/errors.ts';
import { pendingRecord } from '../../domain/run-records/pending-record.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
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
  if (await deps.runs.create(newRecord(opening))) return;
  if ((await deps.runs.find(evaluationId))?.pass_id === passId(event)) return;
  throw new RollcallError(
    'InvalidRunInput',
    `evaluationId ${evaluationId} belongs to an earlier run. Choose another one, or continue that run with retry: "failed" or "missing".`,
  );
}

const newRecord = ({ evaluationId, chosen, event }: Opening): RunRecord =>
  pendingRecord({ ...chosen, evaluationId, executionArn: event.execution.id, startedAt: event.execution.startTime });
