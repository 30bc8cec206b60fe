import type { Interval } from '../../contracts/comparison.ts';
import { studentQuantile } from './student.ts';
import { meansOf, type Units } from './units.ts';

/** Fisher's expansion of Student's t is good from here on. */
const FEWEST_UNITS = 4;

/** 95 % intervals of the columns' means by Student's t. Units that hold several rows count as one each: ratio estimate. */
export function meanIntervals(units: Units): (Interval | undefined)[] {
  const means = meansOf(units);
  return units.columns.map(({ sums, counts }, index) => {
    const mean = means[index] ?? Number.NaN;
    let [number, values, squares] = [0, 0, 0];
    for (const [unit, sum] of sums.entries()) {
      const count = counts ? (counts[unit] ?? 0) : 1;
      if (count === 0) continue;
      number += 1;
      values += count;
      squares += (sum - mean * count) ** 2;
    }
    if (number < FEWEST_UNITS) return undefined;
    const error = Math.sqrt((number / (number - 1)) * squares) / values;
    const half = studentQuantile(0.975, number - 1) * error;
    return { low: mean - half, high: mean + half };
  });
}
