import { describe, expect, it } from 'vitest';
import { falseClaims, falseClaimsOfPeeking, falseClaimsOfScores, powerAt } from '../../support/statistics/claims.ts';

/** The whole table: bench/statistics/coverage.ts */
describe('claims', () => {
  it.each([
    [10, 0.3],
    [20, 0.3],
    [50, 0.1],
    [200, 0.3],
  ])('are made of %d rows in 5 of 100 cases at most where nothing differs (%d change sides)', (rows, changed) => {
    expect(falseClaims(rows, changed, 300)).toBeLessThan(0.08);
  });

  it('are made of any of 10 evaluators in 5 of 100 cases at most where none differs', () => {
    expect(falseClaimsOfScores(40, 10, 40)).toBeLessThan(0.15);
  });

  it('are made no more often by looking every 20 rows', () => {
    const [valid, fixed] = [true, false].map((isValid) => falseClaimsOfPeeking(300, 0.3, 150, isValid));
    expect(valid).toBeLessThan(0.09);
    expect(fixed).toBeGreaterThan(0.1);
  });

  it.each([
    [20, { deviation: Math.sqrt(0.3), isPlain: true }, 1],
    [100, { deviation: Math.sqrt(0.1), isPlain: true }, 10],
    [20, { deviation: 0.2, isPlain: false }, 1],
  ])('are made of the difference said to be visible in four of five cases: %d rows', (rows, spread, figures) => {
    const { power } = powerAt(rows, spread, figures, 200);
    expect(power).toBeGreaterThan(0.72);
    expect(power).toBeLessThan(0.9);
  });
});
