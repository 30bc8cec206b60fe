import { RollcallError } from '../../contracts/errors.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';
import type { Change, ControlDependencies } from './dependencies.ts';

const illegal = (action: string, record: RunRecord, next: string): RollcallError =>
  new RollcallError(
    'IllegalTransition',
    `Run ${record.evaluation_id} is ${record.status}; it cannot be ${action}. ${next}`,
  );

/** Rows in flight finish, none starts. The run is `pausing` until it is quiet. */
export async function pause(record: RunRecord, deps: ControlDependencies): Promise<Change> {
  if (record.status === 'pausing' || record.status === 'paused') return { changed: false };
  if (record.status !== 'running' && record.status !== 'pending') {
    throw illegal('paused', record, 'Only a pending or running run can.');
  }
  const changed = await deps.runs.update(record, { status: 'pausing', paused_at: new Date().toISOString() });
  return changed ? { changed } : pause(await deps.runs.read(record.evaluation_id), deps);
}

/** Goes on after a pause. */
export async function unpause(record: RunRecord, deps: ControlDependencies): Promise<Change> {
  if (record.status === 'running' || record.status === 'pending') return { changed: false };
  if (record.status !== 'pausing' && record.status !== 'paused') {
    throw illegal('resumed yet', record, 'Its last rows are still settling; try again when it has ended.');
  }
  const lasted = record.paused_at ? Date.now() - Date.parse(record.paused_at) : 0;
  const status = isPlanned(record) ? 'running' : 'pending';
  const paused_ms = (record.paused_ms ?? 0) + lasted;
  const changed = await deps.runs.update(record, { status, paused_ms, paused_at: undefined });
  return changed ? { changed } : unpause(await deps.runs.read(record.evaluation_id), deps);
}

/** A pass that was paused before its rows were counted is still to begin. */
const isPlanned = ({ batch_size, pass_requested_at = '', pass_started_at }: RunRecord): boolean =>
  batch_size > 0 && pass_requested_at <= pass_started_at;

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
  const why = reason ?? (record.status === 'cancelled' ? record.reason : undefined) ?? 'Cancelled on request.';
  const fields = { status: 'cancelled' as const, reason: why, cancel_now: now, paused_at: undefined };
  const changed = await deps.runs.update(record, fields);
  return changed ? { changed } : cancel(await deps.runs.read(record.evaluation_id), { now, reason }, deps);
}
