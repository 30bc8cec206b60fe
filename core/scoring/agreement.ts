import { HUMAN } from '../../contracts/human.ts';
import type { Agreement } from '../../contracts/summary.ts';
import { cohensKappa } from '../statistics/kappa.ts';

/** A row that a person marked: who passed it, by evaluator and `human`. */
export interface MarkedRow {
  readonly rowIndex: number;
  readonly verdicts: Readonly<Record<string, boolean>>;
}

/** Rows that are named, of those they do not agree on. */
const MOST_NAMED = 20;

/** How far people and each evaluator agree on the rows that both scored. */
export function agreementOf(rows: readonly MarkedRow[]): Record<string, Agreement> {
  const names = new Set(rows.flatMap(({ verdicts }) => Object.keys(verdicts)));
  names.delete(HUMAN);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const both = rows.filter(({ verdicts }) => verdicts[HUMAN] !== undefined && verdicts[name] !== undefined);
      const count = (human: boolean, own: boolean) =>
        both.filter(({ verdicts }) => verdicts[HUMAN] === human && verdicts[name] === own).length;
      const kappa = cohensKappa([
        [count(true, true), count(true, false)],
        [count(false, true), count(false, false)],
      ]);
      if (!kappa) return [];
      const disagreed = both
        .filter(({ verdicts }) => verdicts[HUMAN] !== verdicts[name])
        .toSorted((a, b) => a.rowIndex - b.rowIndex)
        .map(({ rowIndex, verdicts }) => ({ rowIndex, human: verdicts[HUMAN] ?? false }));
      return [[name, { rows: both.length, ...kappa, disagreed: disagreed.slice(0, MOST_NAMED) }]];
    }),
  );
}
