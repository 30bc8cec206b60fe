import { isOver, type RunRecord } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './control-run.ts';
import type { Execution } from './execution-of.ts';
import { readRun } from './read-run.ts';
import { updateStatus } from './update-status.ts';

/**
 * Brings the record into line with what Step Functions says: a pausing run with no row in flight is paused; a run
 * whose execution is gone (a crash, a deleted execution) has failed, and can be resumed.
 */
export async function settleStanding(
  record: RunRecord,
  execution: Execution,
  deps: ControlDependencies,
): Promise<RunRecord> {
  if (execution.running) {
    const quiet = record.status === 'pausing' && execution.mapRunArn !== undefined && execution.rowsInFlight === 0;
    if (!quiet) return record;
    await updateStatus(record, { status: 'paused' }, deps);
  } else {
    if (isOver(record.status) || record.finished_at) return record;
    const ended = execution.status ? `ended as ${execution.status}` : 'no longer exists';
    const reason = `The execution ${ended} before the run was done. Go on with: rollcall resume ${record.evaluation_id}`;
    await updateStatus(record, { status: 'failed', reason, finished_at: new Date().toISOString() }, deps);
  }
  return readRun(record.evaluation_id, deps);
}
