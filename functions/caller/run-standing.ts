import type { CallerEvent, CallerRun } from '../../contracts/caller.ts';
import { budgetReason, isSpent } from '../../core/stop-reason.ts';
import { isOver } from '../../domain/run-records/run-record.ts';
import type { RunState } from './run-records.ts';

/** Whether a row of the run may start. */
export interface Standing {
  readonly state: 'going' | 'paused' | 'over';
  /** The error name skipped rows carry, and why they were skipped. */
  readonly name: string;
  readonly reason: string;
  /** Calls in flight are to be stopped too. */
  readonly stopsInFlight?: boolean;
  /** The record does not say so yet. */
  readonly halts?: boolean;
}

const PAUSED: Standing = { state: 'paused', name: '', reason: '' };
export const TAKEN_OVER: Standing = {
  state: 'over',
  name: 'RunTakenOver',
  reason: 'Another execution goes on with this run.',
};

export function standingOf(run: CallerRun, record: RunState | undefined): Standing {
  if (!record) return over('RunNotFound', 'The run has no record any more.');
  if (record.attempt !== undefined && record.attempt !== run.attempt) {
    return TAKEN_OVER;
  }
  // What is left stands still until a redrive takes it up, or the pass that was asked for begins: rows are only called
  // once a pass has begun, so this one's execution has ended.
  if (record.stopped_from_outside || record.status === 'pending') return PAUSED;
  if (record.status === 'cancelled') {
    const standing = over('RunCancelled', record.reason ?? 'The run was cancelled.');
    return { ...standing, stopsInFlight: record.cancel_now === true };
  }
  if (isOver(record.status)) return over('RunHalted', record.reason ?? `The run is ${record.status}.`);
  if (isSpent(run, record.before?.cost_usd ?? 0)) {
    return { ...over('RunHalted', budgetReason(run, record.before?.cost_usd ?? 0)), halts: true };
  }
  const isPaused = record.status === 'pausing' || record.status === 'paused';
  return isPaused ? PAUSED : { ...PAUSED, state: 'going' };
}

/**
 * Only a redrive brings a row to a run that was closed because its execution was stopped. A batch that had not begun by
 * then keeps the input it was given before the redrive; that it begins after the end is what tells.
 */
export function isTakenUpAgain(
  { run, repeats, redrives, begunAt }: CallerEvent,
  record: RunState | undefined,
): boolean {
  if (!record?.stopped_from_outside || record.attempt !== run.attempt) return false;
  return repeats + redrives > 0 || (begunAt !== undefined && Date.parse(begunAt) > Date.parse(record.updated_at ?? ''));
}

const over = (name: string, reason: string): Standing => ({ state: 'over', name, reason });
