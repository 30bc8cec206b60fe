import { bisect } from './bisect.ts';
import { ALPHA } from './confidence.ts';
import { normalQuantile } from './normal.ts';

/** Differences as a study of power needs them. */
export interface Spread {
  /** Of the differences between units. */
  readonly deviation: number;
  /** All differences are -1, 0 or 1: a mean of so much takes as many that are not 0, and the exact test moves in steps. */
  readonly isPlain: boolean;
}

const POWER = 0.8;

/** The smallest mean difference that so many units can be expected to show in four of five runs; none where even 1 is too small. */
export function visibleDifference(units: number, spread: Spread, alpha = ALPHA): number | undefined {
  const excess = (difference: number) => excessOf(difference, units, spread, alpha);
  return excess(1) < 0 ? undefined : bisect(excess, 0, 0, 1);
}

/** More units than anybody calls. */
const MOST_UNITS = 10_000_000;

/** Units that are needed to see a mean difference in four of five runs; none where it is too small to be seen in practice. */
export function unitsNeeded(difference: number, spread: Spread, alpha = ALPHA): number | undefined {
  const excess = (units: number) => excessOf(Math.abs(difference), units, spread, alpha);
  if (excess(MOST_UNITS) < 0) return undefined;
  return Math.ceil(bisect(excess, 0, 1, MOST_UNITS) - 1e-6);
}

/** By how much the sum of differences exceeds, in four of five runs, what both the test and the interval ask for. */
function excessOf(difference: number, units: number, { deviation, isPlain }: Spread, alpha: number): number {
  const square = Math.max(deviation ** 2 + difference ** 2, isPlain ? difference : 0);
  const z = normalQuantile(1 - alpha / 2);
  // The first term of Student's t (R. Fisher, 1926).
  const student = isPlain ? z : z + (z ** 3 + z) / (4 * Math.max(1, units - 1));
  const test = (isPlain ? 1 : 0) + z * Math.sqrt(units * square);
  const variance = square - difference ** 2;
  const interval = student * Math.sqrt(units * variance + (isPlain ? 2 : 4 * square));
  const chance = normalQuantile(POWER) * Math.sqrt(units * variance);
  return units * difference - Math.max(test, interval) - chance;
}

export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
