import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extrapolate, sideBySide } from '../../../cli/runs/estimate.ts';

describe('an estimate', () => {
  it('is the mean times the rows, with a range from the spread', () => {
    const { expected, low, high } = extrapolate([1, 2, 3], 100);
    expect(expected).toBe(200);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(200 + 4.3 * Math.sqrt(1 / 3) * 100);
  });

  it('has no range when all rows were tried', () => {
    expect(extrapolate([1, 2], 2)).toEqual({ expected: 3, low: 3, high: 3 });
  });

  it('is divided by the rows that run side by side', () => {
    expect(sideBySide({ expected: 10, low: 5, high: 20 }, 5)).toEqual({ expected: 2, low: 1, high: 4 });
  });

  it('holds what it expects, and is never below nothing', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 1_000_000 }), (costs, rows) => {
        const { low, expected, high } = extrapolate(costs, rows);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(expected);
        expect(high).toBeGreaterThanOrEqual(expected);
      }),
    );
  });
});
