import { UpdateMapRunCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import { isOver, type RunRecord } from '../../contracts/run-record.ts';
import type { Change, ControlDependencies } from './dependencies.ts';
import type { Execution } from './execution-of.ts';

/** Changes how many rows run side by side, while they run. */
export async function setConcurrency(
  record: RunRecord,
  { mapRunArn, maxConcurrency: was }: Execution,
  maxConcurrency: number,
  deps: ControlDependencies,
): Promise<Change> {
  if (!mapRunArn || isOver(record.status)) throw callsNoRows(record);
  const changed = was !== maxConcurrency;
  if (changed) await update(mapRunArn, maxConcurrency, record, deps);
  if (record.max_concurrency !== maxConcurrency) await deps.runs.update(record, { max_concurrency: maxConcurrency });
  return { changed };
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
