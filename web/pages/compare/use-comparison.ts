import { useEffect, useState } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { ComparedVariant, Comparison } from '../../../contracts/comparison.ts';
import { comparedRow } from '../../../core/rows/compared-row.ts';
import type { Side } from '../../parts/side-by-side/side-by-side.ts';

export type ComparedSide = Side & Pick<ComparedVariant, 'evaluators'>;

interface Found {
  readonly comparison?: Comparison;
  /** Why the two cannot be compared. */
  readonly problem?: Error;
}

/** The figures `rollcall compare` gives, of rows that are here. They are computed apart, so that the rows show first. */
export function useComparison(
  sides: readonly ComparedSide[],
  runs: readonly (readonly IndexRow[])[] | undefined,
): Found {
  const [found, setFound] = useState<Found>({});
  useEffect(() => {
    setFound({});
    const baseline = sides[0]?.name;
    const isKnown = sides.every(({ evaluators }) => evaluators);
    if (!runs || !baseline || !isKnown || new Set(sides.map(({ name }) => name)).size < sides.length) return;
    let current = true;
    const timer = setTimeout(async () => {
      const { compareVariants } = await import('../../../core/experiments/compare-variants.ts');
      const variants = sides.map((side, index) => ({ ...side, rows: (runs[index] ?? []).map(comparedRow) }));
      const next = attempt(() => compareVariants(variants, baseline));
      if (current) setFound(next);
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sides, runs]);
  return found;
}

function attempt(compare: () => Comparison): Found {
  try {
    return { comparison: compare() };
  } catch (error) {
    return { problem: error as Error };
  }
}
