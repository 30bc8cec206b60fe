import { normalQuantile } from './normal.ts';
import { Z95 } from './z95.ts';

/** Rows that are needed to see a mean difference of `difference` in four runs of five, at the 5 % level, paired. */
export function rowsNeeded(difference: number, standardDeviation: number, power = 0.8): number | undefined {
  if (difference === 0 || standardDeviation === 0) return undefined;
  return Math.ceil((((Z95 + normalQuantile(power)) * standardDeviation) / difference) ** 2);
}

/** The smallest mean difference that so many rows can be expected to show. */
export const visibleDifference = (rows: number, standardDeviation: number, power = 0.8): number =>
  ((Z95 + normalQuantile(power)) * standardDeviation) / Math.sqrt(rows);

export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
