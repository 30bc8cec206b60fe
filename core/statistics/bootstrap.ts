import type { Interval } from '../../contracts/comparison.ts';
import { classesOf, meansByClass } from './classes.ts';
import { normalCdf } from './normal.ts';
import { drawerFrom } from './random.ts';
import { studentQuantile } from './student.ts';
import type { Units } from './units.ts';

const SAMPLES = 10_000;

/** Fewer units say too little about how they differ. */
const FEWEST_UNITS = 5;

/**
 * 95 % intervals of the columns' means: units are drawn anew, with repetition, and the means looked at. Percentiles are widened for few units as Student's t is
 * (T. Hesterberg, "What Teachers Should Know About the Bootstrap", 2015): plain ones are too narrow.
 */
export function bootstrapIntervals(units: Units, seed: string, samples = SAMPLES): (Interval | undefined)[] {
  const { count } = units;
  if (count < FEWEST_UNITS) return units.columns.map(() => undefined);
  const tail = normalCdf(Math.sqrt(count / (count - 1)) * studentQuantile(0.025, count - 1));
  return resampledMeans(units, seed, samples).map((means) => {
    const sorted = means.filter((mean) => !Number.isNaN(mean)).sort();
    return sorted.length === 0 ? undefined : { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
  });
}

/**
 * A column of few different values (passed or not, marks of a judge) is drawn by how often each value comes, which takes a
 * moment; the others are drawn together, unit by unit.
 */
function resampledMeans({ count, columns }: Units, seed: string, samples: number): Float64Array[] {
  const classes = columns.map((column) => classesOf(column, count));
  const others = columns.filter((_, index) => !classes[index]);
  const drawn = others.length > 0 ? meansByUnit({ count, columns: others }, seed, samples) : [];
  return classes.map((known, index) =>
    known ? meansByClass(known, count, `${seed} ${index}`, samples) : (drawn.shift() ?? new Float64Array()),
  );
}

function meansByUnit({ count, columns }: Units, seed: string, samples: number): Float64Array[] {
  const draw = drawerFrom(seed);
  const drawn = new Uint32Array(count);
  const means = columns.map(() => new Float64Array(samples));
  for (let sample = 0; sample < samples; sample++) {
    draw(drawn, count);
    for (const [index, { sums, counts }] of columns.entries()) {
      const number = counts ? sumOf(counts, drawn) : count;
      (means[index] as Float64Array)[sample] = sumOf(sums, drawn) / number;
    }
  }
  return means;
}

function sumOf(values: Float64Array, drawn: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < drawn.length; at++) sum += values[drawn[at] as number] as number;
  return sum;
}

/** Between the two values it falls between. */
function quantile(sorted: Float64Array, share: number): number {
  const place = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
