import type { ResultRow } from '../../contracts/result-row.ts';
import { gradingReasons } from '../../core/scoring/verdicts.ts';
import type { Column } from '../terminal/table.ts';

/** The evaluators that failed a row, with their reasons. There is no column if there are no reasons. */
export function reasonColumn(rows: readonly ResultRow[]): Column<ResultRow>[] {
  const value = ({ scores }: ResultRow) => gradingReasons(scores).join(' · ');
  return rows.some((row) => value(row) !== '') ? [{ title: 'reason', value, shrinkTo: 20 }] : [];
}
