import type { Interval } from '../../contracts/comparison.ts';
import { Z95 } from './z95.ts';

/** A share with its 95 % interval by Wilson's score method: it stays within 0 and 1, for few rows too. */
export function wilson(passed: number, total: number, z = Z95): Interval | undefined {
  if (total === 0) return undefined;
  const share = passed / total;
  const z2 = z * z;
  const middle = (share + z2 / (2 * total)) / (1 + z2 / total);
  const half = (z / (1 + z2 / total)) * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total * total));
  // At the ends rounding would leave the last digit beside 0 and 1.
  return { low: passed === 0 ? 0 : middle - half, high: passed === total ? 1 : middle + half };
}
