import { describe, expect, it } from 'vitest';
import type { ComparedRow, ComparedVariant } from '../../contracts/comparison.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';
import { holm } from '../../core/experiments/effect.ts';
import { uniform } from './statistics/uniform.ts';

const row = (n: number, more: Partial<ComparedRow> = {}): ComparedRow => ({
  sampleId: `s${n}`,
  rowIndex: n,
  status: 'succeeded',
  passed: true,
  scores: {},
  ...more,
});

const variant = (name: string, rows: readonly ComparedRow[]): ComparedVariant => ({
  name,
  evaluationId: `run-${name}`,
  rows,
});

/** `passes` of 100 rows, the first ones. */
const passing = (name: string, passes: number, rows = 100) =>
  variant(
    name,
    Array.from({ length: rows }, (_, n) => row(n, { passed: n < passes })),
  );

describe('a comparison', () => {
  it('says in plain words what is better, by how much, and how sure that is', () => {
    const { findings, differences } = compareVariants([passing('A', 60), passing('B', 80)], 'A');
    expect(findings[0]).toMatch(
      /^B is better than A by 20\.0 points \(95% CI 1\d\.\d–2\d\.\d, p < 0\.001\): of 100 rows, 20 got better and 0 got worse\.$/,
    );
    expect(differences[0]).toMatchObject({
      passRate: { difference: expect.closeTo(0.2, 12), wins: 20, ties: 80, losses: 0, verdict: 'better', winShare: 1 },
      mcnemar: { onlyVariant: 20, onlyBaseline: 0, p: expect.closeTo(2 / 2 ** 20, 12) },
      worse: [],
    });
    expect(differences[0]?.better).toHaveLength(20);
  });

  it('says of a lower score by how much it is lower, from the least to the most', () => {
    const scored = (name: string, by: number) =>
      variant(
        name,
        Array.from({ length: 40 }, (_, n) => row(n, { scores: { close: 0.9 - by * (n % 3) } })),
      );
    const { findings } = compareVariants([scored('A', 0), scored('B', 0.2)], 'A');
    expect(findings.find((one) => one.includes('scores'))).toMatch(
      /^B scores lower than A in close by 0\.\d+ \(95% CI 0\.1\d+–0\.2\d+, p < 0\.001\), over 40 rows\.$/,
    );
  });

  it('says that no difference is significant where chance explains it, and how many rows would be needed', () => {
    const a = passing('A', 50);
    const b = variant(
      'B',
      a.rows.map((one, n) => ({ ...one, passed: [60, 61, 62].includes(n) ? true : n === 3 ? false : one.passed })),
    );
    const { findings, differences } = compareVariants([a, b], 'A');
    expect(differences[0]?.passRate?.verdict).toBe('cannot tell');
    expect(findings[0]).toMatch(
      /^No significant difference between B and A: \+2\.0 points \(95% CI −\d\.\d to \d\.\d, p = 0\.6\d\)\. With 100 rows you can detect differences of about [\d.]+ points; detecting this one takes about \d+ rows\.$/,
    );
  });

  it('has an interval that holds 0 where the test cannot tell', () => {
    const { differences } = compareVariants([passing('A', 50), passing('B', 55)], 'A');
    expect(differences[0]?.passRate).toMatchObject({ p: 0.0625, verdict: 'cannot tell' });
    expect(differences[0]?.passRate?.interval?.low).toBeLessThan(0);
  });

  it('counts rows without an answer nowhere as ties', () => {
    const failed = { status: 'failed' as const, passed: false };
    const a = variant('A', [row(0, failed), row(1, failed), row(2, { passed: false }), row(3), row(4)]);
    const b = variant('B', [
      row(0, failed),
      row(1),
      row(2, failed),
      row(3),
      row(4, { status: 'skipped', passed: false }),
    ]);
    const { differences, variants } = compareVariants([a, b], 'A');
    expect(differences[0]?.passRate).toMatchObject({ pairs: 4, wins: 1, losses: 0, ties: 1, unanswered: 2 });
    expect(variants[1]).toMatchObject({ failed: 2, skipped: 1, answered: 2 });
  });

  it('leaves out rows that an evaluator erred on, and rows that only one variant has', () => {
    const a = variant('A', [row(0, { passed: undefined }), row(1, { scores: { near: 0.5 } }), row(2)]);
    const b = variant('B', [row(0), row(1, { scores: { near: 0.75 } }), row(9)]);
    const { differences } = compareVariants([a, b], 'A');
    expect(differences[0]?.passRate?.pairs).toBe(1);
    expect(differences[0]?.scores.near).toMatchObject({ pairs: 1, difference: 0.25, wins: 1 });
  });

  it('takes the trials of a row together: rows are the unit', () => {
    const trials = (name: string, passes: number, apart: boolean) =>
      variant(
        name,
        Array.from({ length: 100 }, (_, n) =>
          row(apart ? n : Math.floor(n / 5), { passed: n < passes, ...(!apart && { trial: n % 5 }) }),
        ),
      );
    const widthOf = (apart: boolean) => {
      const { differences } = compareVariants([trials('A', 50, apart), trials('B', 75, apart)], 'A');
      const { pairs, interval } = differences[0]?.passRate ?? {};
      expect(pairs).toBe(apart ? 100 : 20);
      expect(differences[0]?.mcnemar === undefined).toBe(!apart);
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    };
    expect(widthOf(false)).toBeGreaterThan(1.5 * widthOf(true));
  });

  it('labels a row by its row-level rate: worse in one trial and better in two is better', () => {
    const trials = (name: string, passed: readonly boolean[]) =>
      variant(
        name,
        passed.map((one, trial) => row(0, { passed: one, trial })),
      );
    const { differences } = compareVariants([trials('A', [true, false, false]), trials('B', [false, true, true])], 'A');
    expect(differences[0]).toMatchObject({ better: ['s0'], worse: [], passRate: { pairs: 1, wins: 1, losses: 0 } });
  });

  it('has intervals of latency percentiles, where there are rows enough', () => {
    const timed = (name: string, rows: number) =>
      variant(
        name,
        Array.from({ length: rows }, (_, n) => row(n, { latencyMs: n + 1 })),
      );
    const { variants } = compareVariants([timed('A', 100), timed('B', 20)], 'A');
    expect(variants[0]?.latencyIntervals).toEqual({ p50: { low: 40, high: 61 }, p95: { low: 90, high: 100 } });
    expect(variants[1]?.latencyIntervals).toEqual({ p50: { low: 6, high: 15 } });
  });

  it('says that a run is in progress, and widens its intervals so that they hold at every look', () => {
    const so = (planned?: number) =>
      compareVariants([passing('A', 50), { ...passing('B', 58), ...(planned && { planned }) }], 'A');
    const [open, closed] = [so(400), so()];
    expect(closed.differences[0]).toMatchObject({ verdict: 'better', passRate: { p: expect.closeTo(2 / 2 ** 8, 12) } });
    expect(open).toMatchObject({
      unfinished: [{ name: 'B', rows: 100, planned: 400 }],
      differences: [{ verdict: 'cannot tell' }],
    });
    expect(open.headline).toMatch(/^So far: /);
    expect(open.findings[0]).toMatch(/^Not finished: B has 100 of 400 rows/);
    expect(open.differences[0]?.mcnemar).toBeUndefined();
    const width = ({ variants }: typeof open) => {
      const { low, high } = variants[1]?.passRateInterval ?? { low: 0, high: 0 };
      return high - low;
    };
    expect(width(open)).toBeGreaterThan(1.3 * width(closed));
  });

  it('leaves open what 6 wins of 6 leave open', () => {
    const { differences } = compareVariants([passing('A', 0, 6), passing('B', 6, 6)], 'A');
    expect(differences[0]?.passRate).toMatchObject({ wins: 6, difference: 1, p: expect.closeTo(2 / 64, 12) });
    expect(differences[0]?.passRate?.interval?.low).toBeLessThan(0.5);
  });

  it('has no effect size where all rows differ by the same', () => {
    const scored = (name: string, by: number) =>
      variant(
        name,
        Array.from({ length: 10 }, (_, n) => row(n, { scores: { near: (n % 3) / 10 + by } })),
      );
    const { differences } = compareVariants([scored('A', 0), scored('B', 0.1)], 'A');
    expect(differences[0]?.scores.near).toMatchObject({ difference: expect.closeTo(0.1, 12), p: 2 / 2 ** 10 });
    expect(differences[0]?.scores.near?.effectSize).toBeUndefined();
  });

  it('holds the scores together to 5%, apart from the pass rate, and shows their intervals at that level', () => {
    const chance = uniform('many evaluators');
    const scored = (name: string, by: number) =>
      variant(
        name,
        Array.from({ length: 60 }, (_, n) =>
          row(n, {
            passed: n < 30 + 20 * by,
            scores: Object.fromEntries(
              Array.from({ length: 10 }, (_one, at) => [`e${at}`, chance() + (at === 0 ? by : 0)]),
            ),
          }),
        ),
      );
    const { differences } = compareVariants([scored('A', 0), scored('B', 1)], 'A');
    const { passRate, scores } = differences[0] ?? {};
    expect(passRate).toMatchObject({ alpha: 0.05, verdict: 'better', adjustedP: passRate?.p });
    expect(scores?.e0).toMatchObject({ alpha: 0.005, verdict: 'better' });
    for (let at = 1; at < 10; at++) {
      const { alpha = 1, verdict, interval, p = 0 } = scores?.[`e${at}`] ?? {};
      expect(verdict).toBe('cannot tell');
      expect(alpha).toBeCloseTo(0.05 / 9, 12);
      if (p < 0.05) expect(interval?.low).toBeLessThan(0);
    }
  });

  it('gives no mean score an interval beyond what a score can be', () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(n, { scores: { exact: n === 0 ? 0 : 1 } }));
    const { variants } = compareVariants([variant('A', rows), variant('B', rows)], 'A');
    expect(variants[0]?.scores.exact?.interval?.high).toBeLessThan(1);
  });

  it('is the same each time', () => {
    const make = () => compareVariants([passing('A', 61), passing('B', 67)], 'A');
    expect(make()).toEqual(make());
  });

  it('is less sure of rows that belong together', () => {
    const width = (cluster?: (n: number) => string) => {
      const clustered = (name: string, passes: number) =>
        variant(
          name,
          passing(name, passes).rows.map((one, n) => ({ ...one, cluster: cluster?.(n) })),
        );
      const { differences } = compareVariants([clustered('A', 60), clustered('B', 80)], 'A');
      const { low, high } = differences[0]?.passRate?.interval ?? { low: 0, high: 0 };
      return high - low;
    };
    expect(width((n) => String(Math.floor(n / 10)))).toBeGreaterThan(1.5 * width());
  });
});

describe('Holm’s adjustment', () => {
  it('is that of the book', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(holm([])).toEqual([]);
  });
});
