import type { RowVerdict } from '../../contracts/row-verdict.ts';

/** Whether a row passed; of rows of older versions, which did not say, by their expected answer. */
export const PASSED = `coalesce(passed, CASE WHEN expected IS NOT NULL THEN coalesce(status = 'succeeded' AND trim(actual_output) = trim(expected), false) END)`;

/** SQL that is true of the rows with this verdict. */
export const hasVerdict = (verdict: RowVerdict): string =>
  verdict === 'right' ? PASSED : `status = 'succeeded' AND NOT ${PASSED}`;
