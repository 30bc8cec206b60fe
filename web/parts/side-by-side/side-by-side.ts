import type { IndexRow } from '../../../contracts/api/rows.ts';
import { changeOf } from '../../../core/experiments/row-pairs.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import { comparedRow } from '../../../core/rows/compared-row.ts';

/** How a row changed from the baseline to another run, as the comparison counts it; of the same grade, whether the answer did. */
export type Change = 'worse' | 'better' | 'error' | 'different' | 'uncompared' | 'missing' | 'same';

/** A run in the table: what it is called there. The first is the baseline. */
export interface Side {
  readonly name: string;
  readonly evaluationId: string;
  /** Of a run whose target answers for several models: the one this is. */
  readonly variant?: string;
  /** Of a run in progress: the rows it will have. */
  readonly planned?: number;
}

/** One row of several runs; the first is the baseline. */
export interface SideRow {
  readonly key: string;
  /** The row without its trial. */
  readonly id: string;
  readonly rowIndex: number;
  readonly rows: readonly (IndexRow | undefined)[];
  /** The worst there is among the others. */
  readonly change: Change;
}

/** What got worse comes first, then what got better, then other answers. */
const ORDER: readonly Change[] = ['worse', 'better', 'error', 'different', 'uncompared', 'missing', 'same'];

/** A row, or what a model says of it: all of its trials. */
const rowOf = ({ sampleId, variant }: IndexRow, isOneModel: boolean): string =>
  [sampleId, ...(variant && !isOneModel ? [variant] : [])].join(' ');

/** The rows of several runs side by side, by their ids: the worst first. Where each run has one model, it is held against the others’. */
export function sideBySide(runs: readonly (readonly IndexRow[])[]): SideRow[] {
  const isOneModel = runs.every((rows) => new Set(rows.map(({ variant }) => variant).filter(Boolean)).size <= 1);
  const keyOf = (row: IndexRow) => [rowOf(row, isOneModel), ...(row.trial ? [row.trial] : [])].join(' ');
  const byKey = runs.map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  const byRow = runs.map((rows) => groupedBy(rows, (row) => rowOf(row, isOneModel)));
  const firsts = new Map(runs.flat().map((row) => [keyOf(row), row]));
  return [...firsts]
    .map(([key, first]): SideRow => {
      const rows = byKey.map((some) => some.get(key));
      const id = rowOf(first, isOneModel);
      const [before = [], ...others] = byRow.map((some) => some.get(id) ?? []);
      const changes = others.map((after, index) => changeOfLine(before, after, rows[0], rows[index + 1]));
      const change = ORDER.find((one) => changes.includes(one)) ?? 'same';
      return { key, id, rowIndex: first.rowIndex, rows, change };
    })
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || a.rowIndex - b.rowIndex);
}

/** The row’s change, which all of its trials share. */
function changeOfLine(
  before: readonly IndexRow[],
  after: readonly IndexRow[],
  was: IndexRow | undefined,
  is: IndexRow | undefined,
): Change {
  const [own, other] = [before.map(comparedRow), after.map(comparedRow)];
  const change = changeOf(own, other);
  if (change === 'skipped') return 'uncompared';
  const isUngraded = [...own, ...other].every(({ passed }) => passed === undefined);
  if (change === 'ungraded' && !isUngraded) return 'uncompared';
  const isError = [...own, ...other].every(({ status }) => status === 'failed');
  if (change !== 'same' && change !== 'ungraded' && !(change === 'error' && isError)) return change;
  return was?.actualOutput === is?.actualOutput ? 'same' : 'different';
}

export type Counts = Readonly<Record<Change, number>>;

/** Rows, however many trials each has. */
export function countChanges(rows: readonly SideRow[]): Counts {
  const of = (change: Change) => new Set(rows.filter((row) => row.change === change).map(({ id }) => id)).size;
  return Object.fromEntries(ORDER.map((change) => [change, of(change)])) as Counts;
}
