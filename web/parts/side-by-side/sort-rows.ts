import type { IndexRow } from '../../../contracts/api/rows.ts';
import { scoreOfRow, type Weights } from '../../../core/rows/scores-of-row.ts';
import { stateOfRow } from '../states.ts';
import type { SideRow } from './side-by-side.ts';

/** How much more than the baseline's the others' is: where there are several, the one that is worst. */
function difference(
  { rows: [baseline, ...others] }: SideRow,
  read: (row: IndexRow) => number | null,
  worst: (...values: number[]) => number,
): number | undefined {
  const before = baseline ? read(baseline) : null;
  if (before === null) return undefined;
  const changes = others.flatMap((other) => {
    const after = other ? read(other) : null;
    return after === null ? [] : [after - before];
  });
  return changes.length === 0 ? undefined : worst(...changes);
}

export const scoreChange = (row: SideRow, weights: Weights): number | undefined =>
  difference(row, (one) => scoreOfRow(one, weights), Math.min);

export const latencyChange = (row: SideRow): number | undefined =>
  difference(row, ({ latencyMs }) => latencyMs, Math.max);

/** Of one run: the worst first. */
const STATES = ['failed', 'skipped', 'wrong', 'right', 'succeeded'];
const stateOf = (row: IndexRow | undefined): number | undefined =>
  row === undefined ? undefined : STATES.indexOf(stateOfRow(row));

/** What a column is sorted by; undefined: the row has nothing there. */
function placeOfRow(row: SideRow, by: string, weights: Weights): number | undefined {
  if (by === 'row') return row.rowIndex;
  if (by === 'score') return scoreChange(row, weights);
  if (by === 'latency') return latencyChange(row);
  return stateOf(row.rows[Number(by.replace('run-', ''))]);
}

/** As a column asks for, with `-` before its name the largest first. Rows come with what got worse first, and stay so where nothing tells them apart. */
export function sortRows(rows: readonly SideRow[], sort: string, weights: Weights): readonly SideRow[] {
  const by = sort.replace(/^-/, '');
  const sign = sort === by ? 1 : -1;
  if (by === 'change') return sign > 0 ? rows : rows.toReversed();
  const valued = rows.map((row) => ({ row, value: placeOfRow(row, by, weights) }));
  // What has nothing there comes last, whichever way.
  return valued
    .sort(({ value: a }, { value: b }) =>
      a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : sign * (a - b),
    )
    .map(({ row }) => row);
}
