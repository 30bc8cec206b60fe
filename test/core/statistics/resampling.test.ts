import { describe, expect, it } from 'vitest';
import { bootstrapIntervals } from '../../../core/statistics/bootstrap.ts';
import { meanIntervals } from '../../../core/statistics/mean-intervals.ts';
import { permutationP } from '../../../core/statistics/permutation.ts';
import { meansOf, unitsOf } from '../../../core/statistics/units.ts';
import { wilson } from '../../../core/statistics/wilson.ts';
import { uniform } from './uniform.ts';

/** How often the interval holds the true value. */
function coverage(trials: number, covers: (trial: number) => boolean): number {
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) if (covers(trial)) covered += 1;
  return covered / trials;
}

describe('the bootstrap', () => {
  it.each([
    ['pass or fail', 60, 0.3, (u: () => number) => (u() < 0.3 ? 1 : 0)],
    ['differences of pass and fail', 120, 0.065, (u: () => number) => (u() < 0.15 ? 1 : u() < 0.1 ? -1 : 0)],
    ['skewed scores', 40, 0.25, (u: () => number) => u() ** 3],
    ['few rows', 12, 0.5, (u: () => number) => u()],
  ])('95 percent intervals of %s (%d rows) hold the truth in 93 to 97 of 100', (name, rows, truth, sample) => {
    const u = uniform(name);
    const found = coverage(1_000, (trial) => {
      const units = unitsOf(
        Array.from({ length: rows }, () => [sample(u)]),
        1,
      );
      const [interval] = bootstrapIntervals(units, `${name} ${trial}`, 400);
      return interval !== undefined && interval.low <= truth && truth <= interval.high;
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.97);
  });

  it('intervals of rows that belong together hold the truth, and are wider than those of rows apart', () => {
    const u = uniform('clusters');
    const widths = { together: 0, apart: 0 };
    const found = coverage(600, (trial) => {
      const clusters: string[] = [];
      const rows: number[][] = [];
      for (let cluster = 0; cluster < 40; cluster++) {
        const own = u();
        for (let row = 0; row < 5; row++) {
          clusters.push(String(cluster));
          rows.push([u() < own ? 1 : 0]);
        }
      }
      const [together] = bootstrapIntervals(unitsOf(rows, 1, clusters), `${trial}`, 300);
      const [apart] = bootstrapIntervals(unitsOf(rows, 1), `${trial}`, 100);
      widths.together += (together?.high ?? 0) - (together?.low ?? 0);
      widths.apart += (apart?.high ?? 0) - (apart?.low ?? 0);
      return together !== undefined && together.low <= 0.5 && 0.5 <= together.high;
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.97);
    expect(widths.together / widths.apart).toBeGreaterThan(1.3);
  });

  it('gives the same interval for the same data, and nothing for too few rows', () => {
    const units = unitsOf([[1], [0], [1], [1], [0], [1]], 1);
    expect(bootstrapIntervals(units, 'a')).toEqual(bootstrapIntervals(units, 'a'));
    expect(bootstrapIntervals(unitsOf([[1], [0]], 1), 'a')).toEqual([undefined]);
  });

  it('leaves out values that are missing', () => {
    const units = unitsOf(
      [
        [1, undefined],
        [0, 1],
        [1, undefined],
        [0, 1],
        [1, 1],
      ],
      2,
    );
    expect([...meansOf(units)]).toEqual([0.6, 1]);
    expect(bootstrapIntervals(units, 'a')[1]).toEqual({ low: 1, high: 1 });
  });
});

describe('Student’s interval of a mean', () => {
  it('holds the truth in 93 to 97 of 100', () => {
    const u = uniform('student');
    const found = coverage(3_000, () => {
      const rows = Array.from({ length: 30 }, () => [u()]);
      const [interval] = meanIntervals(unitsOf(rows, 1));
      return interval !== undefined && interval.low <= 0.5 && 0.5 <= interval.high;
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.97);
  });
});

describe('Wilson’s interval', () => {
  it('holds the truth in 93 to 97 of 100', () => {
    const u = uniform('wilson');
    const found = coverage(4_000, () => {
      const passed = Array.from({ length: 100 }, () => u() < 0.8).filter(Boolean).length;
      const { low, high } = wilson(passed, 100) ?? { low: 1, high: 0 };
      return low <= 0.8 && 0.8 <= high;
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.97);
  });
});

describe('the permutation test', () => {
  it('agrees with all 2^n turns counted one by one', () => {
    // R. A. Fisher's comparison of Darwin's maize (1935): of 32,768 turns 1,726 are as large; p = 0.05267.
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(permutationP(maize, 'maize', 100_000)).toBeCloseTo(0.05267, 2);
  });

  it('is exact where all differences are of one size, and 1 where there are none', () => {
    expect(permutationP([1, 1, 1, 1, 1, 0, 0], 'a')).toBeCloseTo(2 / 32, 12);
    expect(permutationP([0, 0], 'a')).toBe(1);
  });

  it('finds a difference where there is none in about 5 of 100', () => {
    const u = uniform('null');
    const found = coverage(
      1_000,
      (trial) =>
        permutationP(
          Array.from({ length: 30 }, () => u() - 0.5),
          `${trial}`,
          400,
        ) <= 0.05,
    );
    expect(found).toBeGreaterThan(0.03);
    expect(found).toBeLessThan(0.07);
  });
});
