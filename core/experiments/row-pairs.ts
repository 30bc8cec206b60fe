import type { ComparedRow, ComparedVariant } from '../../contracts/comparison.ts';
import { groupedBy } from '../grouped-by.ts';
import { type FoldedRow, foldTrials } from './fold-trials.ts';

export interface RowPair {
  readonly variant: FoldedRow;
  readonly baseline: FoldedRow;
}

/** Rows that both have and that were called. */
export function pairsOf(variant: ComparedVariant, baseline: ComparedVariant): RowPair[] {
  const others = new Map(foldTrials(baseline.rows).map((row) => [row.sampleId, row]));
  return foldTrials(variant.rows).flatMap((row) => {
    const other = others.get(row.sampleId);
    if (variant.notComparable?.has(row.sampleId)) return [];
    return other && row.status !== 'skipped' && other.status !== 'skipped' ? [{ variant: row, baseline: other }] : [];
  });
}

export const isUnanswered = ({ variant, baseline }: RowPair): boolean =>
  variant.status !== 'succeeded' || baseline.status !== 'succeeded';

/**
 * How a row changed. `missing`, `skipped`, `error` and `ungraded` rows are neither better nor worse: one of the two has no
 * row, no call, no answer or no grade.
 */
export type RowChange = 'worse' | 'better' | 'same' | 'missing' | 'skipped' | 'error' | 'ungraded';

/** All trials of a row in the baseline and in a variant, taken together: a row changes by the share of its answers that passed. */
export function changeOf(before: readonly ComparedRow[], after: readonly ComparedRow[]): RowChange {
  const [was, is] = [stateOf(before), stateOf(after)];
  for (const state of ['missing', 'skipped', 'error', 'ungraded'] as const) {
    if (was === state || is === state) return state;
  }
  const by = Number(is) - Number(was);
  return Math.abs(by) < ROUNDING ? 'same' : by > 0 ? 'better' : 'worse';
}

const ROUNDING = 1e-12;

function stateOf(trials: readonly ComparedRow[]): number | Exclude<RowChange, 'worse' | 'better' | 'same'> {
  if (trials.length === 0) return 'missing';
  if (trials.every(({ status }) => status === 'skipped')) return 'skipped';
  const answered = trials.filter(({ status }) => status === 'succeeded');
  if (answered.length === 0) return 'error';
  const graded = answered.filter(({ passed }) => passed !== undefined);
  return graded.length === 0 ? 'ungraded' : graded.filter(({ passed }) => passed).length / graded.length;
}

export interface Changes {
  /** Rows in row order. */
  readonly worse: readonly string[];
  readonly better: readonly string[];
  /** Rows that only the variant, or only the baseline, has no answer to. */
  readonly errors: { readonly variant: number; readonly baseline: number };
  /** Rows that are not compared because one of the two never called or never graded them. */
  readonly skipped: number;
  readonly ungraded: number;
}

export function changesBetween(variant: ComparedVariant, baseline: ComparedVariant): Changes {
  const [before, after] = [byRow(baseline.rows), byRow(variant.rows)];
  const found = [...after]
    .filter(([id]) => !variant.notComparable?.has(id))
    .map(([id, rows]) => {
      const own = before.get(id) ?? [];
      const isError = { variant: stateOf(rows) === 'error', baseline: stateOf(own) === 'error' };
      return { id, rowIndex: rows[0]?.rowIndex ?? 0, change: changeOf(own, rows), isError };
    })
    .sort((a, b) => a.rowIndex - b.rowIndex);
  const having = (change: RowChange) => found.filter((row) => row.change === change);
  const errors = having('error').map(({ isError }) => isError);
  return {
    worse: having('worse').map(({ id }) => id),
    better: having('better').map(({ id }) => id),
    errors: {
      variant: errors.filter((is) => !is.baseline).length,
      baseline: errors.filter((is) => !is.variant).length,
    },
    skipped: having('skipped').length,
    ungraded: having('ungraded').length,
  };
}

/** What a row costs on average, over the rows whose price both sides know. */
export function costsOf(
  variant: ComparedVariant,
  baseline: ComparedVariant,
): { readonly rows: number; readonly variant: number; readonly baseline: number } | undefined {
  const [before, after] = [pricedRows(baseline), pricedRows(variant)];
  const both = [...after.keys()].filter((id) => before.has(id) && !variant.notComparable?.has(id));
  if (both.length === 0) return undefined;
  const mean = (costs: ReadonlyMap<string, number>) =>
    both.reduce((sum, id) => sum + (costs.get(id) ?? 0), 0) / both.length;
  return { rows: both.length, variant: mean(after), baseline: mean(before) };
}

/** Called rows of which every trial has a known cost: its mean. */
function pricedRows({ rows }: ComparedVariant): Map<string, number> {
  const priced = new Map<string, number>();
  for (const [id, trials] of byRow(rows)) {
    const costs = trials.filter(({ status }) => status !== 'skipped').map(({ costUsd }) => costUsd);
    if (costs.length === 0 || costs.some((cost) => cost === undefined)) continue;
    priced.set(id, costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) / costs.length);
  }
  return priced;
}

const byRow = (rows: readonly ComparedRow[]) => groupedBy(rows, ({ sampleId }) => sampleId);
