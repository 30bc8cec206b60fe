import type { Summary } from '../contracts/summary.ts';

/** Counted over all rows of a run. */
export interface PassCounts {
  /** What says which rows passed. */
  readonly passedBy: NonNullable<Summary['passedBy']>;
  /** Rows that passed or did not, those that did, and those that did not although they were answered. */
  readonly compared: number;
  readonly passed: number;
  readonly wrong: number;
}

/**
 * How many rows passed: by the evaluators where there are any, otherwise by the expected answers. A row that failed or was
 * skipped did not pass. Nothing is said of a run that has neither.
 */
export function passRateOf({
  passedBy,
  compared,
  passed,
  wrong,
}: PassCounts): Pick<Summary, 'passRate' | 'passed' | 'compared' | 'passedBy' | 'wrong'> {
  if (compared === 0) return {};
  return { passRate: passed / compared, passed, compared, passedBy, wrong };
}
