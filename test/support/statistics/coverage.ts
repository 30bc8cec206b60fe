import { differenceInterval, meanDifference } from '../../../core/statistics/difference-interval.ts';
import { shareInterval } from '../../../core/statistics/share-interval.ts';
import { uniformFrom } from './uniform.ts';

/** Rows or clusters of which it is asked how often an interval holds the truth. */
export interface Case {
  readonly name: string;
  /** Trials of each row, or rows of each cluster. */
  readonly size: (unit: number) => number;
  /** How alike values of one unit are: 0 not at all, 1 all the same. */
  readonly alike: number;
  /** Differences of rows are means over their trials; those of clusters are sums over their rows. */
  readonly isTrials?: boolean;
}

const uneven = (unit: number): number => (unit % 5 === 0 ? 13 : 1 + (unit % 3));

export const CASES: readonly Case[] = [
  { name: 'rows', size: () => 1, alike: 0, isTrials: true },
  { name: '3 trials, independent', size: () => 3, alike: 0, isTrials: true },
  { name: '3 trials', size: () => 3, alike: 0.5, isTrials: true },
  { name: '20 trials', size: () => 20, alike: 0.8, isTrials: true },
  { name: 'clusters of 5', size: () => 5, alike: 0.3 },
  { name: 'uneven clusters', size: uneven, alike: 0.3 },
  { name: 'uneven clusters, alike', size: uneven, alike: 0.8 },
];
export const UNITS = [10, 20, 50, 200];
export const RATES = [0.5, 0.9, 0.98];

/** Beta-distributed rates of units, by two gamma variates (G. Marsaglia and W. Tsang, 2000). */
function rateOf(rate: number, alike: number, uniform: () => number): number {
  if (alike === 0) return rate;
  const scale = 1 / alike - 1;
  const [a, b] = [gamma(rate * scale, uniform), gamma((1 - rate) * scale, uniform)];
  return a + b === 0 ? Number(uniform() < rate) : a / (a + b);
}

export const normal = (uniform: () => number): number =>
  Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

function gamma(shape: number, uniform: () => number): number {
  if (shape < 1) return gamma(shape + 1, uniform) * uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(uniform);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** The share of samples whose interval of the pass rate holds the true one. */
export function rateCoverage({ name, size, alike }: Case, units: number, rate: number, samples: number): number {
  const uniform = uniformFrom(`rate ${name} ${units} ${rate}`);
  return shareOf(
    samples,
    () => {
      const counts = Float64Array.from({ length: units }, (_, unit) => size(unit));
      const sums = counts.map((count) => {
        const own = rateOf(rate, alike, uniform);
        return Array.from({ length: count }, () => Number(uniform() < own)).reduce((sum, passed) => sum + passed, 0);
      });
      return shareInterval({ sums, counts });
    },
    rate,
  );
}

/** The same of the difference of two variants that are equally good; half of the units are equally hard for both. */
export function pairedCoverage(
  { name, size, alike, isTrials }: Case,
  units: number,
  rate: number,
  samples: number,
): number {
  const uniform = uniformFrom(`paired ${name} ${units} ${rate}`);
  return shareOf(
    samples,
    () => {
      const sizes = Float64Array.from({ length: units }, (_, unit) => size(unit));
      const sums = sizes.map((count) => {
        const isSame = uniform() < 0.5;
        const own = rateOf(rate, alike, uniform);
        const other = isSame ? own : rateOf(rate, alike, uniform);
        let sum = 0;
        for (let row = 0; row < count; row++) {
          const draw = uniform();
          sum += Number((isSame && alike === 0 ? draw : uniform()) < other) - Number(draw < own);
        }
        return isTrials ? sum / count : sum;
      });
      const found = meanDifference(isTrials ? { sums } : { sums, counts: sizes });
      return found && differenceInterval(found);
    },
    0,
  );
}

function shareOf(samples: number, draw: () => { low: number; high: number } | undefined, truth: number): number {
  let held = 0;
  for (let sample = 0; sample < samples; sample++) {
    const interval = draw();
    if (interval && interval.low <= truth && truth <= interval.high) held += 1;
  }
  return held / samples;
}
