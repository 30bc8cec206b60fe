import type { Shape } from './sign.tsx';

/** How a state is shown, everywhere the same: bar, chips, table, charts. Never by its colour alone. */
export const STATES = {
  right: { sign: 'tick', word: 'right', colour: 'var(--right)' },
  succeeded: { sign: 'tick', word: 'succeeded', colour: 'var(--right)' },
  wrong: { sign: 'cross', word: 'wrong', colour: 'var(--wrong)' },
  failed: { sign: 'bang', word: 'failed', colour: 'var(--failed)' },
  running: { sign: 'clock', word: 'running', colour: 'var(--running)' },
  skipped: { sign: 'dash', word: 'skipped', colour: 'var(--skipped)' },
  remaining: { sign: 'dot', word: 'remaining', colour: 'var(--track)' },
} as const satisfies Record<string, { sign: Shape; word: string; colour: string }>;
export type State = keyof typeof STATES;

/** What became of a row: what is checked says right or wrong, the rest only that it went through. */
export const stateOfRow = (row: { readonly status: string; readonly passed?: boolean | null }): State => {
  if (row.status !== 'succeeded') return row.status in STATES ? (row.status as State) : 'remaining';
  if (row.passed === true) return 'right';
  return row.passed === false ? 'wrong' : 'succeeded';
};
