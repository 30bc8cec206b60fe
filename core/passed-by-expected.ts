import type { ResultRow } from '../contracts/result-row.ts';

/**
 * Whether a row passed by its expected answer, spaces around both aside: what `passed` says until evaluators are given. A call
 * without an answer did not pass. Nothing is said of a row that was skipped or has no expected answer.
 */
export function passedByExpected({
  status,
  expected,
  actual_output: actual,
}: Pick<ResultRow, 'status' | 'expected' | 'actual_output'>): boolean | null {
  if (expected === null || status === 'skipped') return null;
  return status === 'succeeded' && actual?.trim() === expected.trim();
}
