import type { Effect, Interval } from '../../contracts/comparison.ts';
import { bootstrapIntervals } from '../statistics/bootstrap.ts';
import { permutationP } from '../statistics/permutation.ts';
import { rowsNeeded, standardDeviation, visibleDifference } from '../statistics/power.ts';
import { meansOf, type Units, unitsOf } from '../statistics/units.ts';
import { wilson } from '../statistics/wilson.ts';

/** One row of the variant and of the baseline. */
export interface Pair {
  readonly variant: number;
  readonly baseline: number;
  /** One of them or both have no answer, and count as 0. */
  readonly isUnanswered: boolean;
}

type RawEffect = Omit<Effect, 'adjustedP' | 'verdict'>;

/**
 * What a variant does to several figures, on pairs of rows: a list for each figure, undefined where a pair has no value of it.
 * All are resampled together.
 */
export function effectsOf(
  columns: readonly (readonly (Pair | undefined)[])[],
  clusters: readonly string[] | undefined,
  seed: string,
): (RawEffect | undefined)[] {
  const rows = (columns[0] ?? []).map((_, row) =>
    columns.map((column) => {
      const pair = column[row];
      return pair && pair.variant - pair.baseline;
    }),
  );
  const units = unitsOf(rows, columns.length, clusters);
  const [means, intervals] = [meansOf(units), bootstrapIntervals(units, seed)];
  return columns.map((column, index) => {
    const pairs = column.filter((pair) => pair !== undefined);
    if (pairs.length === 0) return undefined;
    const differences = differencesOf(units, index);
    return effectOf(pairs, differences, { difference: means[index] ?? 0, interval: intervals[index] }, seed);
  });
}

function effectOf(
  pairs: readonly Pair[],
  differences: readonly number[],
  { difference, interval }: Pick<RawEffect, 'difference' | 'interval'>,
  seed: string,
): RawEffect {
  const wins = pairs.filter((pair) => pair.variant > pair.baseline).length;
  const losses = pairs.filter((pair) => pair.variant < pair.baseline).length;
  const level = pairs.filter((pair) => pair.variant === pair.baseline);
  const unanswered = level.filter((pair) => pair.isUnanswered).length;
  const winShare = wilson(wins, wins + losses);
  const deviation = standardDeviation(differences);
  const needed = rowsNeeded(difference, deviation);
  return {
    pairs: pairs.length,
    difference,
    ...(interval && { interval }),
    p: permutationP(differences, seed),
    wins,
    ties: level.length - unanswered,
    losses,
    unanswered,
    ...(winShare && { winShare: wins / (wins + losses), winShareInterval: winShare }),
    ...(deviation > 0 && {
      effectSize: difference / deviation,
      visibleDifference: visibleDifference(differences.length, deviation),
    }),
    ...(needed !== undefined && { rowsNeeded: Math.ceil((needed * pairs.length) / differences.length) }),
  };
}

/** The differences of the units that have one, on the scale of a row. */
function differencesOf({ columns, count }: Units, index: number): number[] {
  const { sums, counts } = columns[index] ?? { sums: new Float64Array() };
  if (!counts) return [...sums];
  const there = [...sums.keys()].filter((unit) => (counts[unit] ?? 0) > 0);
  const size = counts.reduce((sum, value) => sum + value, 0) / Math.max(1, Math.min(count, there.length));
  return there.map((unit) => (sums[unit] ?? 0) / size);
}

/** Holm's step-down adjustment: the chance of one false finding among all stays below the level. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted: number[] = [];
  let highest = 0;
  for (const [rank, { p, index }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}

/** Both the interval and the test must say so. */
export function verdictOn({ difference, interval, adjustedP }: Omit<Effect, 'verdict'>): Effect['verdict'] {
  if (!leavesZeroOut(interval) || adjustedP > 0.05) return 'cannot tell';
  return difference > 0 ? 'better' : 'worse';
}

export const leavesZeroOut = (interval: Interval | undefined): boolean =>
  interval !== undefined && (interval.low > 0 || interval.high < 0);
