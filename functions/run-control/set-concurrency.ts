import { UpdateMapRunCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { Change, ControlDependencies } from './control-run.ts';
import type { Execution } from './execution-of.ts';
import { updateStatus } from './update-status.ts';

/** Changes how many rows run side by side, while they run. */
export async function setConcurrency(
  record: RunRecord,
  { mapRunArn }: Execution,
  maxConcurrency: number,
  deps: ControlDependencies,
): Promise<Change> {
  if (!mapRunArn) {
    throw new RollcallError(
      'IllegalTransition',
      `Run ${record.evaluation_id} is ${record.status} and calls no rows at the moment; its concurrency cannot be changed.`,
    );
  }
  if (record.max_concurrency === maxConcurrency) return { changed: false };
  await deps.sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency }));
  await updateStatus(record, { status: record.status, max_concurrency: maxConcurrency }, deps);
  return { changed: true };
}
