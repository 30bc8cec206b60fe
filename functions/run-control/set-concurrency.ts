import { UpdateMapRunCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import { planBatches } from '../../core/plan-batches.ts';
import { isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import type { Change, ControlDependencies } from './dependencies.ts';
import type { Execution } from './execution-of.ts';

/**
 * Changes how many rows run side by side, while they run. Batches learn their new share from the record; when there are
 * to be more of them at once, the Map Run starts them.
 */
export async function setConcurrency(
  record: RunRecord,
  { mapRunArn, children: was = 0, batchesLeft = 1 }: Execution,
  maxConcurrency: number,
  deps: ControlDependencies,
): Promise<Change> {
  if (!mapRunArn || isOver(record.status)) throw callsNoRows(record);
  const changed = record.max_concurrency !== maxConcurrency;
  const children = childrenFor(record, maxConcurrency, batchesLeft);
  // Shares become smaller before there are more of them, and larger only when there are fewer.
  if (changed) await deps.runs.update(record, { max_concurrency: maxConcurrency, children });
  if (was !== children) await update(mapRunArn, children, record, deps);
  return { changed };
}

/** Batches that run go on, so there are no fewer shares than before, unless there are not as many batches left. */
function childrenFor(
  { planned, is_awaited: isAwaited, children = 1 }: RunRecord,
  maxConcurrency: number,
  batchesLeft: number,
): number {
  const fresh = planBatches({ planned, maxConcurrency, isAwaited }).children;
  return isAwaited ? fresh : Math.max(1, Math.min(Math.max(children, fresh), batchesLeft));
}

async function update(
  mapRunArn: string,
  maxConcurrency: number,
  record: RunRecord,
  { sfn }: ControlDependencies,
): Promise<void> {
  try {
    await sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency }));
  } catch (error) {
    // The number was checked before, so it is the Map Run that has ended meanwhile.
    if ((error as Error).name !== 'ValidationException') throw error;
    throw callsNoRows(record, error);
  }
}

const callsNoRows = ({ evaluation_id, status }: RunRecord, cause?: unknown): RollcallError =>
  new RollcallError(
    'IllegalTransition',
    `Run ${evaluation_id} is ${status} and calls no rows at the moment; its concurrency cannot be changed.`,
    { cause },
  );
