import { normalQuantile } from './normal.ts';
import { studentQuantile } from './student.ts';

/** How sure an interval is to be. */
export interface Confidence {
  /** The chance to miss the truth that is allowed; 0.05 for a 95% interval. */
  readonly alpha?: number;
  /** Of a run in progress: the units planned. The interval then holds at every look, not only at the end. */
  readonly planned?: number;
}

export const ALPHA = 0.05;

/** How many standard errors an interval reaches to either side. */
export function criticalValue(units: number, degrees: number, { alpha = ALPHA, planned }: Confidence = {}): number {
  const student = studentQuantile(1 - alpha / 2, degrees);
  if (planned === undefined) return student;
  const mixed = units * mixtureVariance(planned);
  return (student / normalQuantile(1 - alpha / 2)) * Math.sqrt((1 + 1 / mixed) * Math.log((mixed + 1) / alpha ** 2));
}

/** The p that goes with it, of a figure that many standard errors from 0. */
export function alwaysValidP(errors: number, units: number, planned: number): number {
  const mixed = units * mixtureVariance(planned);
  return Math.min(1, Math.sqrt(mixed + 1) * Math.exp(-(errors ** 2) / (2 * (1 + 1 / mixed))));
}

/**
 * ρ² of the asymptotic confidence sequence of I. Waudby-Smith et al., "Time-uniform central limit theory and asymptotic
 * confidence sequences" (Annals of Statistics, 2024): it is narrowest at the units planned.
 */
function mixtureVariance(planned: number): number {
  const log = -2 * Math.log(ALPHA);
  return (log + Math.log(log + 1)) / planned;
}
