import type { Effect, Interval } from '../../contracts/comparison.ts';
import { ALPHA, alwaysValidP } from '../statistics/confidence.ts';
import { differenceInterval, meanDifference } from '../statistics/difference-interval.ts';
import { permutationP } from '../statistics/permutation.ts';
import { type Spread, standardDeviation, unitsNeeded, visibleDifference } from '../statistics/power.ts';
import { rateInterval } from '../statistics/share-interval.ts';
import { type Column, meansOf, unitsOf } from '../statistics/units.ts';

/** One row of the variant and of the baseline, their trials taken together. */
export interface Pair {
  readonly variant: number;
  readonly baseline: number;
  /** One of them or both have no answer, and count as 0. */
  readonly isUnanswered: boolean;
}

type Power = Pick<Effect, 'visibleDifference' | 'rowsNeeded'>;

export interface RawEffect extends Omit<Effect, 'adjustedP' | 'verdict' | 'interval' | 'alpha' | keyof Power> {
  /** Where chance may mislead in `alpha` of all cases. */
  readonly intervalAt: (alpha: number) => Interval | undefined;
  readonly powerAt: (alpha: number) => Power;
}

/**
 * What a variant does to several figures, on pairs of rows: a list for each figure, undefined where a pair has no value of it.
 * @param planned of runs in progress, the rows they will have: intervals and p then hold at every look
 */
export function effectsOf(
  columns: readonly (readonly (Pair | undefined)[])[],
  clusters: readonly string[] | undefined,
  seed: string,
  planned?: number,
): (RawEffect | undefined)[] {
  const rows = (columns[0] ?? []).map((_, row) =>
    columns.map((column) => {
      const pair = column[row];
      return pair && roundedOff(pair.variant - pair.baseline);
    }),
  );
  const units = unitsOf(rows, columns.length, clusters);
  const means = meansOf(units);
  return columns.map((column, index) => {
    const pairs = column.filter((pair) => pair !== undefined);
    const own = units.columns[index];
    return own && pairs.length > 0 ? effectOf(pairs, own, means[index] ?? 0, { seed, planned }) : undefined;
  });
}

/** Differences of decimal fractions, without what their binary forms add: 0.3 - 0.2 is 0.1 as 0.2 - 0.1 is. */
const roundedOff = (difference: number): number => Math.round(difference * 1e12) / 1e12;

function effectOf(
  pairs: readonly Pair[],
  column: Column,
  difference: number,
  { seed, planned }: { readonly seed: string; readonly planned?: number },
): RawEffect {
  const by = pairs.map((pair) => roundedOff(pair.variant - pair.baseline));
  const wins = by.filter((one) => one > 0).length;
  const losses = by.filter((one) => one < 0).length;
  const unanswered = pairs.filter((pair, at) => by[at] === 0 && pair.isUnanswered).length;
  const winShare = rateInterval(wins, wins + losses);
  const differences = differencesOf(column);
  // What the functions below hold on to stays until all effects are settled: numbers, and no rows.
  const [count, units] = [pairs.length, differences.length];
  const mean = meanDifference(column);
  const deviation = standardDeviation(differences);
  const spread: Spread = { deviation, isPlain: mean?.degrees === Number.POSITIVE_INFINITY };
  // As many units as so many rows will have.
  const open = planned !== undefined && mean ? Math.max(mean.units, (planned * mean.units) / count) : undefined;
  return {
    pairs: count,
    difference,
    p: open && mean ? alwaysValidP(mean.mean / mean.error, mean.units, open) : permutationP(differences, seed),
    wins,
    ties: count - wins - losses - unanswered,
    losses,
    unanswered,
    ...(winShare && { winShare: wins / (wins + losses), winShareInterval: winShare }),
    ...(deviation > 1e-9 && { effectSize: difference / deviation }),
    intervalAt: (alpha) => mean && differenceInterval(mean, { alpha, ...(open && { planned: open }) }),
    powerAt: (alpha) => {
      const visible = visibleDifference(units, spread, alpha);
      const needed = unitsNeeded(difference, spread, alpha);
      return {
        ...(visible !== undefined && { visibleDifference: visible }),
        ...(needed !== undefined && { rowsNeeded: Math.ceil((needed * count) / units) }),
      };
    },
  };
}

/** The differences of the units that have one, on the scale of a row. */
function differencesOf({ sums, counts }: Column): number[] {
  if (!counts) return [...sums];
  const there = [...sums.keys()].filter((unit) => (counts[unit] ?? 0) > 0);
  const size = counts.reduce((sum, value) => sum + value, 0) / Math.max(1, there.length);
  return there.map((unit) => (sums[unit] ?? 0) / size);
}

/**
 * Effects that are asked after together: the more there are, the more often chance alone would find something. Holm's step-down
 * adjustment keeps the chance of one false claim among them at 5%, and each interval is of the level its claim was held to
 * (R. Serlin, "Confidence intervals and the scientific method: a case for Holm on the range", 1993).
 */
export function settled(effects: readonly (RawEffect | undefined)[]): (Effect | undefined)[] {
  const there = effects.filter((effect) => effect !== undefined);
  const ps = holm(there.map(({ p }) => p));
  const order = there.map(({ p }) => p).toSorted((a, b) => a - b);
  // The first that fails ends the steps: it and all after it are held to its level.
  const failed = order.findIndex((p, rank) => p * (order.length - rank) > ALPHA);
  return effects.map((effect) => {
    if (!effect) return undefined;
    const { intervalAt, powerAt, ...figures } = effect;
    const rank = Math.min(order.indexOf(effect.p), failed === -1 ? order.length : failed);
    const alpha = ALPHA / (order.length - rank);
    const interval = intervalAt(alpha);
    const withClaim = {
      ...figures,
      alpha,
      ...(interval && { interval }),
      // Where all are to be found, each has to pass the strictest step.
      ...powerAt(ALPHA / order.length),
      adjustedP: ps[there.indexOf(effect)] ?? 1,
    };
    return { ...withClaim, verdict: verdictOn(withClaim) };
  });
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
  if (!leavesZeroOut(interval) || adjustedP > ALPHA) return 'cannot tell';
  return difference > 0 ? 'better' : 'worse';
}

export const leavesZeroOut = (interval: Interval | undefined): boolean =>
  interval !== undefined && (interval.low > 0 || interval.high < 0);
