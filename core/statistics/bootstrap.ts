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
  const drawn = new Int32Array(count);
  const drawnSums = sumsOf(columns.flatMap(({ sums, counts }) => (counts ? [sums, counts] : [sums])));
  const means = columns.map(() => new Float64Array(samples));
  for (let sample = 0; sample < samples; sample++) {
    draw(drawn, count);
    const sums = drawnSums(drawn);
    let at = 0;
    for (const [index, { counts }] of columns.entries()) {
      const sum = sums[at++] as number;
      (means[index] as Float64Array)[sample] = sum / (counts ? (sums[at++] as number) : count);
    }
  }
  return means;
}

/** Series that lie side by side in memory. */
const SIDE_BY_SIDE = 4;

/**
 * The sums of several series over the same units. It is the units' places in memory that take the time, all over it as they
 * are: what four series have there is read at once.
 */
function sumsOf(series: readonly Float64Array[]): (drawn: Int32Array) => Float64Array {
  const groups = Array.from({ length: Math.ceil(series.length / SIDE_BY_SIDE) }, (_, group) => {
    const own = series.slice(group * SIDE_BY_SIDE, (group + 1) * SIDE_BY_SIDE);
    const first = own[0] ?? new Float64Array();
    if (own.length === 1) return { first };
    const table = new Float64Array(first.length * SIDE_BY_SIDE);
    for (const [place, values] of own.entries())
      for (let unit = 0; unit < values.length; unit++) table[unit * SIDE_BY_SIDE + place] = values[unit] as number;
    return { first, table };
  });
  const sums = new Float64Array(groups.length * SIDE_BY_SIDE);
  return (drawn) => {
    for (const [group, { first, table }] of groups.entries()) {
      if (table) addFour(table, drawn, sums, group * SIDE_BY_SIDE);
      else sums[group * SIDE_BY_SIDE] = sumOf(first, drawn);
    }
    return sums;
  };
}

function addFour(table: Float64Array, drawn: Int32Array, into: Float64Array, place: number): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < drawn.length; at++) {
    const from = (drawn[at] as number) * SIDE_BY_SIDE;
    a += table[from] as number;
    b += table[from + 1] as number;
    c += table[from + 2] as number;
    d += table[from + 3] as number;
  }
  into[place] = a;
  into[place + 1] = b;
  into[place + 2] = c;
  into[place + 3] = d;
}

function sumOf(values: Float64Array, drawn: Int32Array): number {
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
