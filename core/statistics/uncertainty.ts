import type { Column } from './units.ts';

export interface Uncertainty {
  /** Units that have a value, values in all of them, their sizes squared, and the mean of the values. */
  readonly units: number;
  readonly values: number;
  readonly squares: number;
  readonly mean: number;
  /**
   * Of the mean, from the differences between units (CR2: R. Bell and D. McCaffrey, 2002; a ratio estimate where units differ
   * in size), and its degrees of freedom: Satterthwaite's, and no more than units of these sizes give whose values are all alike.
   */
  readonly variance: number;
  readonly degrees: number;
  readonly satterthwaite: number;
  /** All values are 0 or 1, as far as sums tell; and each unit has one of these. */
  readonly isBinary: boolean;
  readonly isPlain: boolean;
  /** Units that are not at 1, and units that are not at 0. */
  readonly low: number;
  readonly high: number;
}

export function uncertaintyOf({ sums, counts, weights }: Column): Uncertainty {
  let [units, values, squares, total, low, high] = [0, 0, 0, 0, 0, 0];
  let [isBinary, isPlain] = [true, true];
  for (let unit = 0; unit < sums.length; unit++) {
    const [sum, size] = [sums[unit] as number, counts ? (counts[unit] as number) : 1];
    const alike = weights ? (weights[unit] as number) : 1;
    if (size === 0) continue;
    units += alike;
    values += alike * size;
    squares += alike * size * size;
    total += alike * sum;
    if (sum < size) low += alike;
    if (sum > 0) high += alike;
    if (!Number.isInteger(sum) || sum < 0) isBinary = false;
    if (size !== 1) isPlain = false;
  }
  const mean = total / values;
  let [spread, uneven, unevenSquares, fourth] = [0, 0, 0, 0];
  for (let unit = 0; unit < sums.length; unit++) {
    const size = counts ? (counts[unit] as number) : 1;
    if (size === 0 || size === values) continue;
    const alike = weights ? (weights[unit] as number) : 1;
    const left = 1 - size / values;
    spread += (alike * ((sums[unit] as number) - mean * size) ** 2) / left;
    const own = size ** 2 / left;
    uneven += alike * own;
    unevenSquares += alike * own ** 2;
    fourth += alike * size ** 4;
  }
  const satterthwaite = values ** -2 / (squares / values ** 4 + (uneven ** 2 - unevenSquares) / values ** 6);
  return {
    units,
    values,
    squares,
    mean,
    variance: spread / values ** 2,
    degrees: Math.max(1, Math.min(satterthwaite, squares ** 2 / fourth)),
    satterthwaite,
    isBinary,
    isPlain: isPlain && isBinary,
    low,
    high,
  };
}
