import type { ResultRow } from '../contracts/result-row.ts';
import type { Summary } from '../contracts/summary.ts';
import { count, percent } from './format.ts';
import { passedByExpected } from './passed-by-expected.ts';

/**
 * Who is in the pass rate. Every figure goes by this rule, in SQL and in TypeScript:
 *
 * - A row that was called and graded counts. It passed, or it did not.
 * - A call without an answer (`failed`) did not pass.
 * - A row that was never called (`skipped`) does not count, nor does one that an evaluator could not grade.
 *
 * Rows of older versions have no verdict and no scores: they go by their expected answer.
 */
export const PASSED = `CASE WHEN status = 'skipped' THEN NULL WHEN passed IS NOT NULL OR scores IS NOT NULL THEN passed WHEN expected IS NOT NULL THEN coalesce(status = 'succeeded' AND trim(actual_output) = trim(expected), false) END`;

/** The same of one row; undefined where it does not count. */
export function gradeOf(
  row: Pick<ResultRow, 'status' | 'passed' | 'scores' | 'expected' | 'actual_output'>,
): boolean | undefined {
  if (row.status === 'skipped') return undefined;
  if (row.passed !== null || row.scores !== null) return row.passed ?? undefined;
  return passedByExpected(row) ?? undefined;
}

/** Counted over all rows of a run. */
export interface PassCounts {
  /** What says which rows passed. */
  readonly passedBy: NonNullable<Summary['passedBy']>;
  /** Rows that count, those that passed, and those that did not although they were answered. */
  readonly compared: number;
  readonly passed: number;
  readonly wrong: number;
}

/** How many rows passed. Nothing is said of a run without a graded row. */
export function passRateOf({
  passedBy,
  compared,
  passed,
  wrong,
}: PassCounts): Pick<Summary, 'passRate' | 'passed' | 'compared' | 'passedBy' | 'wrong'> {
  if (compared === 0) return {};
  return { passRate: passed / compared, passed, compared, passedBy, wrong };
}

/** Which rows a pass rate is of, where not simply all of them: `called` or `graded`. */
export function countedRows({
  compared = 0,
  total,
  skipped,
}: Pick<Summary, 'compared' | 'total' | 'skipped'>): '' | 'called' | 'graded' {
  if (compared !== total - skipped) return 'graded';
  return skipped > 0 ? 'called' : '';
}

/** `350 of 412 called` */
export function passedOfText(summary: Pick<Summary, 'passed' | 'compared' | 'total' | 'skipped'>): string {
  const { passed, compared } = summary;
  if (passed === undefined || compared === undefined) return '';
  return `${count(passed)} of ${count(compared)} ${countedRows(summary)}`.trimEnd();
}

/** `85.0% (350 of 412 called)`; undefined where there is none. Older summaries do not say of how many. */
export function passRateText(
  summary: Pick<Summary, 'passRate' | 'passed' | 'compared' | 'total' | 'skipped'>,
): string | undefined {
  if (summary.passRate === undefined) return undefined;
  const of = passedOfText(summary);
  return of === '' ? percent(summary.passRate) : `${percent(summary.passRate)} (${of})`;
}
