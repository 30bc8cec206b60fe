import { UpdateMapRunCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import { isOver, type RunRecord } from '../../contracts/run-record.ts';
import type { Change, ControlDependencies } from './control-run.ts';
import type { Execution } from './execution-of.ts';
import { updateRecord } from './update-record.ts';

/** Changes how many rows run side by side, while they run. */
export async function setConcurrency(
  record: RunRecord,
  { mapRunArn, maxConcurrency: was }: Execution,
  maxConcurrency: number,
  deps: ControlDependencies,
): Promise<Change> {
  if (!mapRunArn || isOver(record.status)) {
    throw new RollcallError(
      'IllegalTransition',
      `Run ${record.evaluation_id} is ${record.status} and calls no rows at the moment; its concurrency cannot be changed.`,
    );
  }
  const changed = was !== maxConcurrency;
  if (changed) await deps.sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency }));
  if (record.max_concurrency !== maxConcurrency) await updateRecord(record, { max_concurrency: maxConcurrency }, deps);
  return { changed };
}
