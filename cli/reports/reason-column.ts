import type { ResultRow } from '../../contracts/result-row.ts';
import { gradingReasons } from '../../core/scoring/verdicts.ts';
import type { Column } from '../terminal/table.ts';

/** Evaluators that failed a row, each with its reason; no column where none said anything. */
export function reasonColumn(rows: readonly ResultRow[]): Column<ResultRow>[] {
  const value = ({ scores }: ResultRow) => gradingReasons(scores).join(' · ');
  return rows.some((row) => value(row) !== '') ? [{ title: 'reason', value, shrinkTo: 20 }] : [];
}
