import { useEffect, useState } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { ComparedVariant, Comparison } from '../../../contracts/comparison.ts';
import { comparedRow } from '../../../core/rows/compared-row.ts';
import type { Side } from '../../parts/side-by-side/side-by-side.ts';

export interface ComparedSide extends Side, Pick<ComparedVariant, 'planned'> {
  /** Of the run, once it is known. */
  readonly config?: unknown;
}

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
    const isKnown = sides.every(({ config }) => config !== undefined);
    if (!runs || !baseline || !isKnown || new Set(sides.map(({ name }) => name)).size < sides.length) return;
    let current = true;
    const timer = setTimeout(async () => {
      const [{ compareVariants }, { evaluatorsOf }] = await Promise.all([
        import('../../../core/experiments/compare-variants.ts'),
        import('../../../contracts/run-evaluators.ts'),
      ]);
      const variantOf = ({ config, ...side }: ComparedSide, index: number): ComparedVariant => ({
        ...side,
        evaluators: evaluatorsOf({ config: JSON.stringify(config) }),
        rows: (runs[index] ?? []).map(comparedRow),
      });
      const next = attempt(() => compareVariants(sides.map(variantOf), baseline));
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
