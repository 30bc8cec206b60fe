import type { RowVerdict } from '../../contracts/row-verdict.ts';
import { PASSED } from '../pass-rate.ts';

/** SQL that is true of the rows with this verdict. */
export const hasVerdict = (verdict: RowVerdict): string =>
  verdict === 'right' ? PASSED : `status = 'succeeded' AND NOT (${PASSED})`;
