import type { IndexRow } from '../../../contracts/api/rows.ts';

/** How a row changed from the baseline to another run. */
export type Change = 'worse' | 'better' | 'different' | 'same' | 'missing';

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
  readonly rowIndex: number;
  readonly rows: readonly (IndexRow | undefined)[];
  /** The worst there is among the others. */
  readonly change: Change;
}

/** A row that failed is not right; a row nobody checks is good when it was answered. */
export function isGood({ status, passed }: Pick<IndexRow, 'status' | 'passed'>): boolean {
  return status === 'succeeded' && passed !== false;
}

/** What got worse comes first, then what got better, then other answers. */
const ORDER: readonly Change[] = ['worse', 'better', 'different', 'missing', 'same'];

/** Trials of a row are compared with the same trial, and what a model says with what the same model said. */
const keyOf = ({ sampleId, trial, variant }: IndexRow, isOneModel: boolean): string =>
  [sampleId, ...(trial ? [trial] : []), ...(variant && !isOneModel ? [variant] : [])].join(' ');

/** The rows of several runs side by side, by their ids: the worst first. Where each run has one model, it is held against the others’. */
export function sideBySide(runs: readonly (readonly IndexRow[])[]): SideRow[] {
  const isOneModel = runs.every((rows) => new Set(rows.map(({ variant }) => variant).filter(Boolean)).size <= 1);
  const byKey = runs.map((rows) => new Map(rows.map((row) => [keyOf(row, isOneModel), row])));
  const keys = new Set(byKey.flatMap((rows) => [...rows.keys()]));
  return [...keys]
    .map((key): SideRow => {
      const rows = byKey.map((some) => some.get(key));
      const [baseline, ...others] = rows;
      const changes = others.map((other) => changeOf(baseline, other));
      const change = ORDER.find((one) => changes.includes(one)) ?? 'same';
      return { key, rowIndex: rows.find((row) => row)?.rowIndex ?? 0, rows, change };
    })
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || a.rowIndex - b.rowIndex);
}

export function changeOf(before?: IndexRow, after?: IndexRow): Change {
  if (!before || !after) return 'missing';
  if (isGood(before) !== isGood(after)) return isGood(after) ? 'better' : 'worse';
  return before.actualOutput === after.actualOutput ? 'same' : 'different';
}

export type Counts = Readonly<Record<Change, number>>;

export function countChanges(rows: readonly SideRow[]): Counts {
  const counts = { worse: 0, better: 0, different: 0, same: 0, missing: 0 };
  for (const { change } of rows) counts[change]++;
  return counts;
}
