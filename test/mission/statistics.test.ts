import { describe, expect, it } from 'vitest';
import { bradleyTerry } from '../../core/statistics/bradley-terry.ts';
import { cohensKappa } from '../../core/statistics/kappa.ts';
import { logChoose } from '../../core/statistics/log-gamma.ts';
import { mcnemar } from '../../core/statistics/mcnemar.ts';
import { normalCdf, normalQuantile } from '../../core/statistics/normal.ts';
import { unitsNeeded, visibleDifference } from '../../core/statistics/power.ts';
import { studentQuantile } from '../../core/statistics/student.ts';

describe('Statistics agree with published results', () => {
  it.each([
    [1.959963984540054, 0.975],
    [-3, 0.0013498980316301],
    [5, 0.99999971334843],
    [-8, 6.2209605742718e-16],
  ])('normal: below %d lies %d', (z, p) => {
    expect(normalCdf(z) / p).toBeCloseTo(1, 10);
    if (z < 5) expect(normalQuantile(p)).toBeCloseTo(z, 7);
  });

  it.each([
    // Tables of Student's t.
    [1, 12.706],
    [4, 2.776],
    [10, 2.228],
    [30, 2.042],
    [120, 1.9799],
  ])('Student’s t with %d degrees of freedom: %d', (degrees, t) => {
    expect(studentQuantile(0.975, degrees)).toBeCloseTo(t, 3);
  });

  it.each([
    // 2 × P(X ≤ fewer), X binomial with one half: computed with whole numbers.
    [5, 0, 2 / 32],
    [1, 7, (2 * 9) / 256],
    [10, 3, (2 * 378) / 8192],
    [6, 6, 1],
    [0, 0, 1],
  ])('McNemar: %d against %d has p %d', (b, c, p) => {
    expect(mcnemar(b, c).p).toBeCloseTo(p, 12);
  });

  it('McNemar: the exact p goes over into the normal approximation (Agresti, approval of the prime minister: z = 4.17)', () => {
    expect(mcnemar(150, 86).p).toBeCloseTo(2 * normalCdf(-(150 - 86 - 1) / Math.sqrt(236)), 5);
  });

  it('Bradley–Terry: American League baseball, 1987 (Agresti, Categorical Data Analysis, table 10.10)', () => {
    const wins = [
      [0, 7, 9, 7, 7, 9, 11],
      [6, 0, 7, 5, 11, 9, 9],
      [4, 6, 0, 7, 7, 8, 12],
      [6, 8, 6, 0, 6, 7, 10],
      [6, 2, 6, 7, 0, 7, 12],
      [4, 4, 5, 6, 6, 0, 6],
      [2, 4, 1, 3, 1, 7, 0],
    ];
    const strengths = bradleyTerry(wins) ?? [];
    const against = strengths.map((strength) => Math.log(strength / (strengths[6] ?? 1)));
    for (const [at, value] of [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0].entries()) {
      expect(against[at]).toBeCloseTo(value, 2);
    }
  });

  it('Bradley–Terry: finds the odds of two, however uneven', () => {
    const [first = 0, second = 0] =
      bradleyTerry([
        [0, 9_999.5],
        [0.5, 0],
      ]) ?? [];
    expect(first / second / 19_999).toBeCloseTo(1, 9);
  });

  it('Bradley–Terry: says nothing where somebody never won', () => {
    expect(
      bradleyTerry([
        [0, 3],
        [0, 0],
      ]),
    ).toBeUndefined();
  });

  it('Cohen’s κ: 20, 5, 10, 15 agree by 0.4 beyond chance', () => {
    expect(
      cohensKappa([
        [20, 5],
        [10, 15],
      ]),
    ).toMatchObject({ share: 0.7, kappa: expect.closeTo(0.4, 12) });
  });

  it('Cohen’s κ with its standard error (Fleiss, Cohen and Everitt 1969: κ = 0.429, variance 0.002885)', () => {
    const table = [
      [106, 10, 4],
      [22, 28, 10],
      [2, 12, 6],
    ];
    const { kappa, interval } = cohensKappa(table) ?? { share: 0 };
    expect(kappa).toBeCloseTo(0.429, 3);
    expect((((interval?.high ?? 0) - (kappa ?? 0)) / 1.959964) ** 2).toBeCloseTo(0.002885, 5);
  });

  it('Cohen’s κ: two rows that agree leave open what two rows can', () => {
    const { kappa, interval } = cohensKappa([
      [1, 0],
      [0, 1],
    ]) ?? { share: 0 };
    expect(kappa).toBe(1);
    expect(interval?.low).toBeLessThan(0);
  });

  it('Cohen’s κ: all in one kind says nothing of chance', () => {
    expect(
      cohensKappa([
        [9, 0],
        [0, 0],
      ]),
    ).toEqual({ share: 1 });
    expect(
      cohensKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
  });

  it('power: half a standard deviation needs 34 pairs by a t test (Cohen 1988), and hardly more here', () => {
    const scores = { deviation: 0.4, isPlain: false };
    expect(Math.abs((unitsNeeded(0.2, scores) ?? 0) - 36)).toBeLessThanOrEqual(2);
    expect(visibleDifference(unitsNeeded(0.2, scores) ?? 0, scores)).toBeCloseTo(0.2, 2);
    expect(unitsNeeded(0, scores)).toBeUndefined();
    expect(unitsNeeded(1e-6, scores)).toBeUndefined();
  });

  it('binomial coefficients are exact to 12 digits', () => {
    expect(Math.exp(logChoose(52, 5)) / 2_598_960).toBeCloseTo(1, 12);
    expect(Math.exp(logChoose(1000, 3)) / 166_167_000).toBeCloseTo(1, 9);
  });
});
