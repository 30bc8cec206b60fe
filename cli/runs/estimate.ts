/** 97.5 % points of Student's t by degrees of freedom: what a handful of rows says about all of them. */
const T_VALUES = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];
const T_MANY = 2;

export interface Range {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The sum over `rows` rows, expected from the values of a few, with a 95 % range. One value says nothing about the
 * spread: the range is the expected value then.
 */
export function extrapolate(values: readonly number[], rows: number): Range {
  if (values.length === 0) return { expected: 0, low: 0, high: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const expected = mean * rows;
  if (values.length === 1 || rows <= values.length) return { expected, low: expected, high: expected };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const t = T_VALUES[values.length - 2] ?? T_MANY;
  const margin = t * Math.sqrt(variance / values.length) * rows;
  return { expected, low: Math.max(0, expected - margin), high: expected + margin };
}

/** Rows side by side share the time. */
export const sideBySide = ({ expected, low, high }: Range, concurrency: number): Range => ({
  expected: expected / concurrency,
  low: low / concurrency,
  high: high / concurrency,
});
