import { betaCdf } from './beta.ts';
import { bisect } from './bisect.ts';
import { normalQuantile } from './normal.ts';

/** With so many degrees of freedom it is the normal distribution to six digits. */
const NORMAL = 1e6;

/** Student's t below which a share of `p` lies. Degrees of freedom need not be whole. */
export function studentQuantile(p: number, degrees: number): number {
  if (degrees > NORMAL) return normalQuantile(p);
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  // The share beyond ±t is that of a beta distribution below degrees / (degrees + t²).
  const x = bisect((at) => betaCdf(at, degrees / 2, 0.5), 2 * (1 - p), 0, 1);
  return Math.sqrt((degrees * (1 - x)) / x);
}
