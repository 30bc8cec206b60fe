import type { CallerRun } from '../../contracts/caller.ts';
import { isOver } from '../../contracts/run-record.ts';
import { budgetReason, isSpent } from '../../core/stop-reason.ts';
import type { RunState } from './run-records.ts';

/** Whether a row of the run may start. */
export interface Standing {
  readonly state: 'going' | 'paused' | 'over';
  /** The error name skipped rows carry, and why they were skipped. */
  readonly name: string;
  readonly reason: string;
  /** Calls in flight are to be stopped too. */
  readonly stopsInFlight: boolean;
}

export function standingOf(run: CallerRun, record: RunState | undefined): Standing {
  if (!record) return over('RunNotFound', 'The run has no record any more.');
  if (record.status === 'cancelled') {
    return over('RunCancelled', record.reason ?? 'The run was cancelled.', record.cancel_now === true);
  }
  if (isOver(record.status)) return over('RunHalted', record.reason ?? `The run is ${record.status}.`);
  // The row that spends the last of it halts the run; until that write is seen, the sum says the same.
  if (isSpent(run, record.cost_usd ?? 0)) return over('RunHalted', budgetReason(run, record.cost_usd));
  const paused = record.status === 'pausing' || record.status === 'paused';
  return { state: paused ? 'paused' : 'going', name: '', reason: '', stopsInFlight: false };
}

const over = (name: string, reason: string, stopsInFlight = false): Standing => ({
  state: 'over',
  name,
  reason,
  stopsInFlight,
});
