import { describe, expect, it } from 'vitest';
import { normalCdf } from '../../../core/statistics/normal.ts';
import { permutationP } from '../../../core/statistics/permutation.ts';
import { uniform } from './uniform.ts';

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

  it('is that of the normal distribution where there are many differences, and none stands out', () => {
    const u = uniform('many');
    const many = Array.from({ length: 8_000 }, () => u() - 0.49);
    const few = permutationP(many.slice(0, 5_000), 'few', 20_000);
    const z =
      Math.abs(many.slice(0, 5_000).reduce((sum, one) => sum + one, 0)) /
      Math.sqrt(many.slice(0, 5_000).reduce((sum, one) => sum + one ** 2, 0));
    expect(few).toBeCloseTo(2 * normalCdf(-z), 2);
    expect(permutationP(many, 'a')).toBe(permutationP(many, 'b'));
  });

  it('finds a difference where there is none in about 5 of 100', () => {
    const u = uniform('null');
    const found = Array.from({ length: 1_000 }, (_, trial) =>
      permutationP(
        Array.from({ length: 30 }, () => u() - 0.5),
        `${trial}`,
        400,
      ),
    ).filter((p) => p <= 0.05).length;
    expect(found).toBeGreaterThan(30);
    expect(found).toBeLessThan(70);
  });
});
