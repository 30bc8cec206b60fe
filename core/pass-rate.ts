import type { ResultRow } from '../contracts/result-row.ts';
import type { Summary } from '../contracts/summary.ts';
import { count, percent } from './format.ts';

/**
 * Who is in the pass rate. Every figure goes by this rule, in SQL and in TypeScript:
 *
 * - A row that was called and graded counts. It passed, or it did not.
 * - A call without an answer (`failed`) did not pass.
 * - A row that was never called (`skipped`) does not count, nor does one that is not graded yet or could not be.
 */
export const PASSED = `CASE WHEN status <> 'skipped' THEN passed END`;

/** The same of one row; undefined where it does not count. */
export const gradeOf = ({ status, passed }: Pick<ResultRow, 'status' | 'passed'>): boolean | undefined =>
  status === 'skipped' ? undefined : (passed ?? undefined);

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

/** `85.0% (350 of 412 called)`; undefined where there is none. */
export function passRateText(
  summary: Pick<Summary, 'passRate' | 'passed' | 'compared' | 'total' | 'skipped'>,
): string | undefined {
  if (summary.passRate === undefined) return undefined;
  const of = passedOfText(summary);
  return of === '' ? percent(summary.passRate) : `${percent(summary.passRate)} (${of})`;
}
