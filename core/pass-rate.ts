import type { Summary } from '../contracts/summary.ts';

/** Counted over all rows of a run. */
export interface PassCounts {
  /** Rows that evaluators scored. */
  readonly scored: number;
  /** Rows that passed or did not, those that did, and those that did not although they were answered. */
  readonly compared: number;
  readonly passed: number;
  readonly wrong: number;
}

/**
 * How many rows passed: by their scores where there are any, otherwise by the expected answers. A row with an expected
 * answer that failed or was skipped did not pass. Nothing is said of a run that has neither.
 */
export function passRateOf({
  scored,
  compared,
  passed,
  wrong,
}: PassCounts): Pick<Summary, 'passRate' | 'passed' | 'compared' | 'passedBy' | 'wrong'> {
  if (compared === 0) return {};
  return { passRate: passed / compared, passed, compared, passedBy: scored > 0 ? 'scores' : 'expected', wrong };
}
