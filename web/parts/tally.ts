import type { Run } from '../../contracts/api/runs.ts';
import type { BarPart } from './stacked-bar.tsx';

/** Rows by what they came to. `right` and `wrong` where answers are checked, else `succeeded`. */
export interface Tally {
  readonly right: number;
  readonly wrong: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly running: number;
  readonly remaining: number;
}

type Counts = Omit<Tally, 'right' | 'wrong'>;

/**
 * A checked row that failed counts as not passed in the pass rate; here it is failed, and wrong are those that answered.
 * @param checked answers: of a row that several models have answered, several
 */
export function tallyOf(counts: Counts, checked: { readonly passed?: number; readonly wrong?: number } = {}): Tally {
  const { failed, skipped, running, remaining } = counts;
  const { passed: right = 0, wrong = 0 } = checked;
  const succeeded = Math.max(0, counts.succeeded - right - wrong);
  return { right, wrong, succeeded, failed, skipped, running, remaining };
}

export const barOf = (tally: Tally): BarPart[] =>
  (['right', 'succeeded', 'wrong', 'failed', 'running', 'skipped', 'remaining'] as const).map((state) => ({
    state,
    value: tally[state],
  }));

/** The bar of a run as lists show it. */
export function barOfRun(run: Run): BarPart[] {
  const { total, succeeded, failed, skipped } = run;
  const remaining = Math.max(0, total - succeeded - failed - skipped);
  return barOf(tallyOf({ succeeded, failed, skipped, running: 0, remaining }, run));
}
