import { describe, expect, it } from 'vitest';
import { drawBinomial } from '../../../core/statistics/binomial.ts';
import { classesOf, meansByClass } from '../../../core/statistics/classes.ts';
import { logChoose } from '../../../core/statistics/log-gamma.ts';
import { uniformFrom } from '../../../core/statistics/random.ts';

const DRAWS = 20_000;

describe('numbers drawn from a binomial distribution', () => {
  it.each([
    [5, 0.3],
    [40, 0.5],
    [1000, 0.004],
    [10_000, 0.2],
    [300, 0.9],
  ])('of %d with a chance of %d fit it (χ²)', (n, p) => {
    const uniform = uniformFrom(`${n} ${p}`);
    const seen = new Map<number, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      const k = drawBinomial(n, p, uniform);
      seen.set(k, (seen.get(k) ?? 0) + 1);
    }
    let [squares, cells] = [0, 0];
    for (let k = 0; k <= n; k++) {
      const expected = DRAWS * Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log(1 - p));
      if (expected < 5) continue;
      squares += ((seen.get(k) ?? 0) - expected) ** 2 / expected;
      cells += 1;
    }
    // Five standard deviations: the seeds are fixed, so that this holds each time or never.
    expect(squares).toBeLessThan(cells + 5 * Math.sqrt(2 * cells));
  });

  it('are all or none where that is certain', () => {
    const uniform = uniformFrom('certain');
    expect([drawBinomial(7, 1, uniform), drawBinomial(7, 0, uniform), drawBinomial(0, 0.5, uniform)]).toEqual([
      7, 0, 0,
    ]);
  });
});

describe('a column of few different values', () => {
  it('has means that spread as those of units drawn one by one do', () => {
    const sums = Float64Array.from({ length: 400 }, (_, unit) => (unit < 100 ? 1 : unit < 120 ? -1 : 0));
    const classes = classesOf({ sums }, 400) ?? [];
    expect(classes.map(({ sum, units }) => [sum, units])).toEqual([
      [0, 280],
      [1, 100],
      [-1, 20],
    ]);
    const means = meansByClass(classes, 400, 'few', DRAWS);
    const mean = means.reduce((sum, value) => sum + value, 0) / DRAWS;
    const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS;
    expect(mean).toBeCloseTo(0.2, 3);
    expect(variance).toBeCloseTo((0.3 - 0.04) / 400, 4);
  });

  it('is none where almost every unit has its own', () => {
    expect(classesOf({ sums: Float64Array.from({ length: 40 }, (_, unit) => unit) }, 40)).toBeUndefined();
  });
});
