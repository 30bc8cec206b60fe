import type { Summary } from '../contracts/summary.ts';

/** Counted over all rows of a run. */
export interface PassCounts {
  /** Rows that were scored, and those of them that passed. */
  readonly scored: number;
  readonly passed: number;
  /** Rows with an expected answer, and those of them whose answer is that one, spaces around both aside. */
  readonly expected: number;
  readonly equal: number;
}

/**
 * How many rows passed: by their scores where there are any, otherwise by the expected answers. A row with an expected
 * answer that failed or was skipped did not pass. Nothing is said of a run that has neither.
 */
export function passRateOf(counts: PassCounts): Pick<Summary, 'passRate' | 'passed' | 'compared' | 'passedBy'> {
  if (counts.scored > 0) return rate(counts.passed, counts.scored, 'scores');
  return counts.expected > 0 ? rate(counts.equal, counts.expected, 'expected') : {};
}

const rate = (passed: number, compared: number, passedBy: NonNullable<Summary['passedBy']>) => ({
  passRate: passed / compared,
  passed,
  compared,
  passedBy,
});
