import type { Interval } from '../../contracts/comparison.ts';
import { betaCdf } from './beta.ts';
import { bisect } from './bisect.ts';
import { ALPHA, type Confidence, criticalValue } from './confidence.ts';
import { normalQuantile } from './normal.ts';
import { uncertaintyOf } from './uncertainty.ts';
import type { Column } from './units.ts';

/** The interval of a share of independent rows that passed or did not: exact, with the mid-p (Berry and Armitage, 1995). */
export function rateInterval(passed: number, rows: number, confidence: Confidence = {}): Interval | undefined {
  if (rows === 0) return undefined;
  return midP(
    passed / rows,
    shrunk(rows, criticalValue(rows, Number.POSITIVE_INFINITY, confidence), confidence),
    confidence,
  );
}

/**
 * The interval of a mean of values from 0 to 1 over units that may hold several: rows with trials, clusters with rows. It is
 * that of so many independent rows as would be as uncertain (effective sample size: E. Korn and B. Graubard, 1998).
 */
export function shareInterval(column: Column, confidence: Confidence = {}): Interval | undefined {
  const { units, values, mean, squares, variance, degrees, isBinary, isPlain, high, low } = uncertaintyOf(column);
  if (units === 0) return undefined;
  if (isPlain) return rateInterval(Math.round(mean * values), values, confidence);
  // Where hardly a unit stands out, its values tell little of how alike those of a unit are: they then count as one.
  const known = Math.min(low, high);
  const trust = known / (known + 2);
  const spread = mean * (1 - mean);
  const found = spread > 0 ? (trust * variance * (units - 1)) / units / spread : 0;
  const inverse = found + ((1 - trust) * squares) / values ** 2;
  const effective = isBinary ? Math.min(values, 1 / inverse) : 1 / inverse;
  // What is not estimated takes nothing from the degrees of freedom (Satterthwaite).
  const critical = criticalValue(units, degrees * (inverse / found) ** 2, confidence);
  return midP(mean, shrunk(effective, critical, confidence), confidence);
}

const shrunk = (rows: number, critical: number, { alpha = ALPHA }: Confidence): number =>
  rows * (normalQuantile(1 - alpha / 2) / critical) ** 2;

/** Rows need not be whole. */
function midP(share: number, rows: number, { alpha = ALPHA }: Confidence): Interval {
  const passed = share * rows;
  const failed = rows - passed;
  // The chance of as many or more, that of exactly so many by half.
  const atLeast = (p: number) => (betaCdf(p, passed, failed + 1) + betaCdf(p, passed + 1, failed)) / 2;
  const isNone = passed < 1e-9;
  const isAll = failed < 1e-9;
  return {
    low: isNone ? 0 : bisect(isAll ? (p) => p ** rows / 2 : atLeast, alpha / 2, 0, 1),
    high: isAll ? 1 : bisect(isNone ? (p) => 1 - (1 - p) ** rows / 2 : atLeast, 1 - alpha / 2, 0, 1),
  };
}
