import type { Interval } from '../../contracts/comparison.ts';
import { type Confidence, criticalValue } from './confidence.ts';
import { uncertaintyOf } from './uncertainty.ts';
import type { Column } from './units.ts';

/** A mean of paired differences, each from -1 to 1, drawn toward 0 as far as few units leave it open. */
export interface MeanDifference {
  readonly units: number;
  readonly mean: number;
  readonly error: number;
  readonly degrees: number;
}

/**
 * Of rows that passed or did not it is that of D. Bonett and R. Price (2012): one more row on which the variant is better and one
 * on which it is worse, so that no interval is without width. Where rows are scored, have trials or belong together, the two are
 * of the size that differences have, and the variance is that between units.
 */
export function meanDifference({ sums, counts }: Column): MeanDifference | undefined {
  const { units, values, degrees } = uncertaintyOf({ sums, counts });
  if (units === 0) return undefined;
  const size = values / units;
  let [total, large, changed, isPlain] = [0, 0, 0, true];
  for (let unit = 0; unit < sums.length; unit++) {
    const sum = sums[unit] as number;
    if (Math.abs(sum) > 1e-12) changed += 1;
    total += sum;
    large += sum ** 2;
    if (!Number.isInteger(sum) || (counts && (counts[unit] as number) > 1)) isPlain = false;
  }
  // The fewer units differ, the less is known of how much they can.
  const unknown = 2 ** -changed;
  const usual = changed === 0 ? 0 : Math.min(size ** 2, (2 * large) / changed);
  const added = Math.sqrt(isPlain ? 1 : (1 - unknown) * usual + unknown * size ** 2);
  const all = values + 2 * size;
  const mean = total / all;
  let squares = 2 * (added ** 2 + (mean * size) ** 2);
  for (let unit = 0; unit < sums.length; unit++) {
    const own = counts ? (counts[unit] as number) : 1;
    squares += ((sums[unit] as number) - mean * own) ** 2 / (isPlain ? 1 : 1 - own / all);
  }
  return { units, mean, error: Math.sqrt(squares) / all, degrees: isPlain ? Number.POSITIVE_INFINITY : degrees };
}

export function differenceInterval(
  { units, mean, error, degrees }: MeanDifference,
  confidence: Confidence = {},
): Interval {
  const half = criticalValue(units, degrees, confidence) * error;
  return { low: Math.max(-1, mean - half), high: Math.min(1, mean + half) };
}
