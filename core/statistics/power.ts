import { betaCdf } from './beta.ts';
import { bisect } from './bisect.ts';
import { ALPHA } from './confidence.ts';
import { logChoose } from './log-gamma.ts';
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
  const excess = excessOf(units, spread, alpha);
  return excess(1) < 0 ? undefined : bisect(excess, 0, 0, 1);
}

/** More units than anybody calls. */
const MOST_UNITS = 10_000_000;

/** Units that are needed to see a mean difference in four of five runs; none where it is too small to be seen in practice. */
export function unitsNeeded(difference: number, spread: Spread, alpha = ALPHA): number | undefined {
  const excess = (units: number) => excessOf(Math.ceil(units), spread, alpha)(Math.abs(difference));
  if (difference === 0 || excess(MOST_UNITS) < 0) return undefined;
  return Math.ceil(bisect(excess, 0, 1, MOST_UNITS) - 1e-6);
}

/** So many rows that pass or fail are counted out one by one. */
const FEW = 300;

/** Above 0 where units show a difference in four of five runs. */
const excessOf = (units: number, spread: Spread, alpha: number): ((difference: number) => number) =>
  spread.isPlain && units <= FEW
    ? powerOfPlain(units, spread, alpha)
    : (difference) => excessOfSum(difference, units, spread, alpha);

/** Rows that pass or fail: the power as the chances of all numbers of rows that change sides give it, less what is asked for. */
function powerOfPlain(rows: number, { deviation }: Spread, alpha: number): (difference: number) => number {
  const least = new Map<number, number>();
  const leastOf = (changed: number): number => {
    const found = least.get(changed) ?? leastWins(changed, rows, alpha);
    least.set(changed, found);
    return found;
  };
  return (difference) => {
    const share = Math.min(1, Math.max(deviation ** 2 + difference ** 2, difference));
    const reach = 6 * Math.sqrt(rows * share) + 6;
    let power = 0;
    for (let n = Math.max(1, Math.ceil(rows * share - reach)); n <= Math.min(rows, rows * share + reach); n++) {
      const chance =
        share === 1
          ? Number(n === rows)
          : Math.exp(logChoose(rows, n) + n * Math.log(share) + (rows - n) * Math.log1p(-share));
      const wins = leastOf(n);
      if (wins <= n) power += chance * betaCdf(Math.min(1, (1 + difference / share) / 2), wins, n - wins + 1);
    }
    return power - POWER;
  };
}

/** Of rows that changed sides, how many must be wins for both McNemar's test and Bonett and Price's interval to say so. */
function leastWins(changed: number, rows: number, alpha: number): number {
  const z = normalQuantile(1 - alpha / 2);
  for (let wins = Math.ceil(changed / 2); wins <= changed; wins++) {
    const net = 2 * wins - changed;
    if (net <= z * Math.sqrt(changed + 2 - net ** 2 / (rows + 2))) continue;
    if (2 * betaCdf(0.5, wins, changed - wins + 1) <= alpha) return wins;
  }
  return Number.POSITIVE_INFINITY;
}

/** By how much the sum of differences exceeds, in four of five runs, what both the test and the interval ask for. */
function excessOfSum(difference: number, units: number, { deviation, isPlain }: Spread, alpha: number): number {
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
