import type { IndexRow } from '../../../contracts/api/rows.ts';

/** How a row changed from one run to the other. */
export type Change = 'worse' | 'better' | 'different' | 'same' | 'missing';

export interface Pair {
  readonly sampleId: string;
  readonly before?: IndexRow;
  readonly after?: IndexRow;
  readonly change: Change;
}

/** A row that failed is not right; a row nobody checks is good when it was answered. */
export function isGood({ status, passed }: Pick<IndexRow, 'status' | 'passed'>): boolean {
  return status === 'succeeded' && passed !== false;
}

/** What got worse comes first, then what got better, then other answers. */
const ORDER: readonly Change[] = ['worse', 'better', 'different', 'missing', 'same'];

/** The rows of two runs side by side, by their ids. */
export function pairRows(before: readonly IndexRow[], after: readonly IndexRow[]): Pair[] {
  const afterById = new Map(after.map((row) => [row.sampleId, row]));
  const ids = new Set([...before.map(({ sampleId }) => sampleId), ...afterById.keys()]);
  const beforeById = new Map(before.map((row) => [row.sampleId, row]));
  return [...ids]
    .map((sampleId) => pairOf(sampleId, beforeById.get(sampleId), afterById.get(sampleId)))
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || indexOf(a) - indexOf(b));
}

const indexOf = ({ before, after }: Pair): number => (before ?? after)?.rowIndex ?? 0;

function pairOf(sampleId: string, before?: IndexRow, after?: IndexRow): Pair {
  return { sampleId, before, after, change: changeOf(before, after) };
}

function changeOf(before?: IndexRow, after?: IndexRow): Change {
  if (!before || !after) return 'missing';
  if (isGood(before) !== isGood(after)) return isGood(after) ? 'better' : 'worse';
  return before.actualOutput === after.actualOutput ? 'same' : 'different';
}

export type Counts = Readonly<Record<Change, number>>;

export function countChanges(pairs: readonly Pair[]): Counts {
  const counts = { worse: 0, better: 0, different: 0, same: 0, missing: 0 };
  for (const { change } of pairs) counts[change]++;
  return counts;
}
