import type { ResultRow } from '../contracts/result-row.ts';

/**
 * Whether a row passed by its expected answer, white space around both aside: what `passed` says until evaluators are given.
 * Written once, when the row settles, because Athena and JavaScript do not trim the same characters. A call without an
 * answer did not pass. Nothing is said of a row that was skipped or has no expected answer.
 */
export function passedByExpected({
  status,
  expected,
  actual_output: actual,
}: Pick<ResultRow, 'status' | 'expected' | 'actual_output'>): boolean | null {
  if (expected === null || status === 'skipped') return null;
  return status === 'succeeded' && actual?.trim() === expected.trim();
}
