import { describe, expect, it } from 'vitest';
import { holm } from '../../../core/experiments/effect.ts';
import { betaCdf } from '../../../core/statistics/beta.ts';
import { bradleyTerry } from '../../../core/statistics/bradley-terry.ts';
import { differenceInterval, meanDifference } from '../../../core/statistics/difference-interval.ts';
import { cohensKappa } from '../../../core/statistics/kappa.ts';
import { mcnemar } from '../../../core/statistics/mcnemar.ts';
import { permutationP } from '../../../core/statistics/permutation.ts';
import { quantileInterval } from '../../../core/statistics/quantile-interval.ts';
import { rateInterval } from '../../../core/statistics/share-interval.ts';
import { studentQuantile } from '../../../core/statistics/student.ts';
import { uncertaintyOf } from '../../../core/statistics/uncertainty.ts';
import references from './references/references.json' with { type: 'json' };

const close = (value: number, digits = 9) => expect.closeTo(value, digits);

/** The other programs, and their versions, stand in references/make.py. */
describe('figures are those of other programs', () => {
  it.each(references.rates)('rate: $passed of $rows', ({ passed, rows, midP }) => {
    expect(rateInterval(passed, rows)).toEqual({ low: close(midP[0] ?? 0), high: close(midP[1] ?? 0) });
  });

  it.each(references.student)('Student’s t: $p with $degrees degrees', ({ p, degrees, t }) => {
    expect(studentQuantile(p, degrees) / t).toBeCloseTo(1, 9);
  });

  it.each(references.beta)('beta: below $x with $a and $b', ({ x, a, b, share }) => {
    expect(betaCdf(x, a, b) / share).toBeCloseTo(1, 9);
  });

  it.each(references.paired)('paired pass and fail: $onlyVariant against $onlyBaseline of $rows', (given) => {
    const { onlyVariant, onlyBaseline, rows, interval } = given;
    const sums = Float64Array.from({ length: rows }, (_, n) =>
      n < onlyVariant ? 1 : n < onlyVariant + onlyBaseline ? -1 : 0,
    );
    const found = meanDifference({ sums });
    expect(found && differenceInterval(found)).toEqual({ low: close(interval[0] ?? 0), high: close(interval[1] ?? 0) });
  });

  it.each(references.clusters)('cluster-robust variance: sizes $sizes', ({ sums, sizes, cr2 }) => {
    const found = uncertaintyOf({ sums: Float64Array.from(sums), counts: Float64Array.from(sizes) });
    expect(found.variance).toBeCloseTo(cr2[0] ?? 0, 12);
    expect(found.satterthwaite).toBeCloseTo(cr2[1] ?? 0, 9);
  });

  it.each(references.permutation)('permutation test: $differences', ({ differences, p }) => {
    expect(permutationP(differences, 'any')).toBe(p);
  });

  it.each(references.mcnemar)('McNemar: $onlyVariant against $onlyBaseline', ({ onlyVariant, onlyBaseline, p }) => {
    expect(mcnemar(onlyVariant, onlyBaseline).p).toBeCloseTo(p, 12);
  });

  it('Holm', () => {
    expect(holm(references.holm.ps)).toEqual(references.holm.adjusted.map((p) => close(p, 12)));
  });

  it('Cohen’s κ', () => {
    const { table, kappa, error } = references.kappa;
    const found = cohensKappa(table);
    expect(found?.kappa).toBeCloseTo(kappa, 12);
    expect((found?.interval?.high ?? 0) - kappa).toBeCloseTo(1.959963984540054 * error, 9);
  });

  it.each(references.quantiles)('order statistics: the quantile of $share', ({ values, share, interval }) => {
    expect(quantileInterval(values, share)).toEqual({ low: interval[0], high: interval[1] });
  });

  it.each(references.bradleyTerry)('Bradley–Terry', ({ wins, strengths }) => {
    expect(bradleyTerry(wins)).toEqual(strengths.map((strength) => close(strength, 6)));
  });
});
