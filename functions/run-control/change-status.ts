import { RollcallError } from '../../contracts/errors.ts';
import type { RunRecord, RunStatus } from '../../contracts/run-record.ts';
import type { Change, ControlDependencies } from './control-run.ts';
import { readRun } from './read-run.ts';
import { updateStatus } from './update-status.ts';

const illegal = (action: string, record: RunRecord, next: string): RollcallError =>
  new RollcallError(
    'IllegalTransition',
    `Run ${record.evaluation_id} is ${record.status}; it cannot be ${action}. ${next}`,
  );

/** Rows in flight finish, none starts. The run is `pausing` until it is quiet. */
export async function pause(record: RunRecord, deps: ControlDependencies): Promise<Change> {
  if (record.status === 'pausing' || record.status === 'paused') return { changed: false };
  if (record.status !== 'running') throw illegal('paused', record, 'Only a running run can.');
  const changed = await updateStatus(record, { status: 'pausing' }, deps, ['parked_children']);
  return changed ? { changed } : pause(await readRun(record.evaluation_id, deps), deps);
}

/** Goes on after a pause. */
export async function unpause(record: RunRecord, deps: ControlDependencies): Promise<Change> {
  if (record.status === 'running') return { changed: false };
  if (record.status !== 'pausing' && record.status !== 'paused') {
    throw illegal('resumed yet', record, 'Its last rows are still settling; try again when it has ended.');
  }
  const changed = await updateStatus(record, { status: 'running' }, deps, ['parked_children']);
  return changed ? { changed } : unpause(await readRun(record.evaluation_id, deps), deps);
}

const ACTIVE: readonly RunStatus[] = ['pending', 'running', 'pausing', 'paused'];

/** Rows not started settle as skipped; with `now`, agents in flight are stopped too. */
export async function cancel(
  record: RunRecord,
  { now, reason }: { now: boolean; reason?: string },
  deps: ControlDependencies,
): Promise<Change> {
  if (record.status === 'cancelled' && (!now || record.cancel_now || record.finished_at)) return { changed: false };
  if (record.status !== 'cancelled' && !ACTIVE.includes(record.status)) {
    throw illegal('cancelled', record, 'It has ended already.');
  }
  const fields = { status: 'cancelled' as const, reason: reason ?? 'Cancelled on request.', cancel_now: now };
  const changed = await updateStatus(record, fields, deps);
  return changed ? { changed } : cancel(await readRun(record.evaluation_id, deps), { now, reason }, deps);
}
