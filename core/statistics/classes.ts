import { drawBinomial } from './binomial.ts';
import { uniformFrom } from './random.ts';
import type { Column } from './units.ts';

/** Units that have the same value. */
interface UnitClass {
  readonly sum: number;
  readonly count: number;
  readonly units: number;
}

/** A number for a class costs as much as so many units. */
const COST_OF_CLASS = 8;

/** The different values of a column, the most frequent first; undefined where there are too many to be worth it. */
export function classesOf({ sums, counts }: Column, units: number): UnitClass[] | undefined {
  const most = units / COST_OF_CLASS;
  const found = new Map<string, { sum: number; count: number; units: number }>();
  for (let unit = 0; unit < units; unit++) {
    const [sum = 0, count = 1] = [sums[unit], counts?.[unit]];
    const key = `${sum} ${count}`;
    const known = found.get(key);
    if (known) known.units += 1;
    else found.set(key, { sum, count, units: 1 });
    if (found.size > most) return undefined;
  }
  return [...found.values()].sort((a, b) => b.units - a.units);
}

/** Means of units drawn anew: how often each class is drawn is binomial, given how often those before it were. */
export function meansByClass(
  classes: readonly UnitClass[],
  units: number,
  seed: string,
  samples: number,
): Float64Array {
  const uniform = uniformFrom(seed);
  return Float64Array.from({ length: samples }, () => {
    let [left, rest, total, values] = [units, units, 0, 0];
    for (const { sum, count, units: own } of classes) {
      if (left === 0) break;
      const drawn = drawBinomial(left, own / rest, uniform);
      total += drawn * sum;
      values += drawn * count;
      left -= drawn;
      rest -= own;
    }
    return total / values;
  });
}
