import { useEffect, useState } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { Comparison } from '../../../contracts/comparison.ts';
import { comparedRow } from '../../../core/rows/compared-row.ts';
import type { Side } from '../../parts/side-by-side/side-by-side.ts';

/** The figures `rollcall compare` gives, of rows that are here. They are worked out beside, so that the rows are seen first. */
export function useComparison(sides: readonly Side[], runs: readonly (readonly IndexRow[])[] | undefined) {
  const [comparison, setComparison] = useState<Comparison>();
  useEffect(() => {
    setComparison(undefined);
    const baseline = sides[0]?.name;
    if (!runs || !baseline || new Set(sides.map(({ name }) => name)).size < sides.length) return;
    let current = true;
    const timer = setTimeout(async () => {
      const { compareVariants } = await import('../../../core/experiments/compare-variants.ts');
      const variants = sides.map((side, index) => ({ ...side, rows: (runs[index] ?? []).map(comparedRow) }));
      if (current) setComparison(compareVariants(variants, baseline));
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sides, runs]);
  return comparison;
}
