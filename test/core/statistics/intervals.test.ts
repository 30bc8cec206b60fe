import { describe, expect, it } from 'vitest';
import { differenceInterval, meanDifference } from '../../../core/statistics/difference-interval.ts';
import { shareInterval } from '../../../core/statistics/share-interval.ts';
import { CASES, pairedCoverage, RATES, rateCoverage, UNITS } from '../../support/statistics/coverage.ts';

/** Few samples of each case, to see what is far off. The whole table: bench/statistics/coverage.ts */
const SAMPLES = 50;
const LEAST = 0.86;

describe('95% intervals hold the truth', () => {
  it.each([
    ['a pass rate', rateCoverage],
    ['a paired difference', pairedCoverage],
  ])('of %s', (_, coverage) => {
    let sum = 0;
    for (const one of CASES)
      for (const units of UNITS)
        for (const rate of RATES) {
          const found = coverage(one, units, rate, SAMPLES);
          expect(found, `${one.name} ${units} ${rate}`).toBeGreaterThan(LEAST);
          sum += found;
        }
    expect(sum / CASES.length / UNITS.length / RATES.length).toBeGreaterThan(0.95);
  });
});

describe('no interval is without width', () => {
  const column = (sums: number[], counts?: number[]) => ({
    sums: Float64Array.from(sums),
    ...(counts && { counts: Float64Array.from(counts) }),
  });

  it('counts 5 rows with 3 trials that all passed as 5, not as 15', () => {
    expect(shareInterval(column([3, 3, 3, 3, 3], [3, 3, 3, 3, 3]))).toEqual({
      low: expect.closeTo(0.05 ** (1 / 5), 9),
      high: 1,
    });
  });

  it('counts 10 rows with 50 trials as little more than 10 where rows differ, and as 500 where they do not', () => {
    const rows = (sums: number[]) =>
      shareInterval(
        column(
          sums,
          sums.map(() => 50),
        ),
      );
    const width = (sums: number[]) => (rows(sums)?.high ?? 0) - (rows(sums)?.low ?? 0);
    expect(width([50, 50, 50, 50, 50, 50, 50, 50, 50, 0])).toBeGreaterThan(0.38);
    expect(width([45, 44, 46, 45, 45, 43, 47, 45, 44, 46])).toBeLessThan(0.2);
  });

  it('leaves open what 6 of 6 rows that got better leave open', () => {
    const found = meanDifference(column([1, 1, 1, 1, 1, 1]));
    expect(found && differenceInterval(found)).toEqual({ low: expect.closeTo(0.292, 3), high: 1 });
  });

  it('leaves open what rows leave open that are all alike', () => {
    for (const sums of [
      [0, 0, 0, 0, 0, 0],
      [0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
    ]) {
      const found = meanDifference(column(sums));
      const { low, high } = found ? differenceInterval(found) : { low: 0, high: 0 };
      expect(high - low).toBeGreaterThan(0.1);
    }
    const { low, high } = shareInterval(column([0.8, 0.8, 0.8, 0.8])) ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThan(0.1);
  });

  it('counts only rows with a value', () => {
    const alone = shareInterval(column([1, 0, 1, 1]));
    expect(shareInterval(column([1, 0, 1, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0]))).toEqual(alone);
    expect(shareInterval(column([0, 0], [0, 0]))).toBeUndefined();
  });
});
