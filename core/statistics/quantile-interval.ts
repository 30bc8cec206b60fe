import type { Interval } from '../../contracts/comparison.ts';
import { betaCdf } from './beta.ts';
import { ALPHA } from './confidence.ts';

/** Places of values in order, from 1. */
interface Places {
  readonly low: number;
  readonly high: number;
}

/**
 * Between which places of `count` values in order the quantile of `share` lies: exact, whatever their distribution, because the
 * number of values below it is binomial (order statistics: W. Conover, Practical Nonparametric Statistics). Undefined where a
 * limit would lie beyond the last value: a 95th percentile takes 72 values.
 * @param independent how many of the values say something of their own; fewer where rows have trials
 */
export function quantilePlaces(count: number, share: number, independent = count): Places | undefined {
  const low = placeBelow(independent, share, ALPHA / 2) / independent;
  const high = (placeBelow(independent, share, 1 - ALPHA / 2) + 1) / independent;
  if (low <= 0 || high > 1) return undefined;
  return { low: Math.max(1, Math.floor(low * count)), high: Math.min(count, Math.ceil(high * count)) };
}

/** The most of `count` that are below the quantile with a chance of `target` or more. */
function placeBelow(count: number, share: number, target: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const chance = middle >= count ? 1 : 1 - betaCdf(share, middle + 1, count - middle);
    if (chance < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param sorted values from the least to the largest */
export function quantileInterval(sorted: ArrayLike<number>, share: number, independent?: number): Interval | undefined {
  const places = quantilePlaces(sorted.length, share, independent);
  return places && { low: sorted[places.low - 1] ?? 0, high: sorted[places.high - 1] ?? 0 };
}
