import type { Shape } from './sign.tsx';

/**
 * How a state is shown, everywhere the same: bar, chips, table, charts. Never by its colour alone. The keys are the stored values and
 * those of the address; an answer that nobody has graded is neither green nor red.
 */
export const STATES = {
  right: { sign: 'tick', word: 'Passed', colour: 'var(--passed)' },
  succeeded: { sign: 'ring', word: 'Answered', colour: 'var(--answered)' },
  wrong: { sign: 'cross', word: 'Failed', colour: 'var(--failed)' },
  failed: { sign: 'triangle', word: 'Error', colour: 'var(--error)' },
  running: { sign: 'clock', word: 'Running', colour: 'var(--running)' },
  skipped: { sign: 'dash', word: 'Skipped', colour: 'var(--skipped)' },
  remaining: { sign: 'dot', word: 'Remaining', colour: 'var(--track)' },
} as const satisfies Record<string, { sign: Shape; word: string; colour: string }>;
export type State = keyof typeof STATES;

/** An answer without a verdict is only answered. */
export const stateOfRow = (row: { readonly status: string; readonly passed?: boolean | null }): State => {
  if (row.status !== 'succeeded') return row.status in STATES ? (row.status as State) : 'remaining';
  if (row.passed === true) return 'right';
  return row.passed === false ? 'wrong' : 'succeeded';
};
