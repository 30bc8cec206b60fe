import type { RowVerdict } from '../../contracts/row-verdict.ts';

/**
 * Whether a row passed. Rows of older versions did not say: they go by their expected answer. A row that has scores and says
 * nothing is one that an evaluator erred on.
 */
export const PASSED = `CASE WHEN passed IS NOT NULL OR scores IS NOT NULL THEN passed WHEN expected IS NOT NULL THEN coalesce(status = 'succeeded' AND trim(actual_output) = trim(expected), false) END`;

/** SQL that is true of the rows with this verdict. */
export const hasVerdict = (verdict: RowVerdict): string =>
  verdict === 'right' ? PASSED : `status = 'succeeded' AND NOT (${PASSED})`;
