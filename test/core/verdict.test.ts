import { describe, expect, it } from 'vitest';
import type { ComparedRow, ComparedVariant, Effect } from '../../contracts/comparison.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';
import { findingsOf, verdictOf } from '../../core/experiments/findings.ts';
import { uniform } from './statistics/uniform.ts';

const ungraded: Partial<ComparedRow> = { passed: undefined };
const skipped: Partial<ComparedRow> = { status: 'skipped', passed: undefined };
const failed: Partial<ComparedRow> = { status: 'failed', passed: false };

const variant = (name: string, rows: number, of: (n: number) => Partial<ComparedRow>): ComparedVariant => ({
  name,
  evaluationId: `run-${name}`,
  rows: Array.from({ length: rows }, (_, n) => ({
    sampleId: `s${n}`,
    rowIndex: n,
    status: 'succeeded' as const,
    passed: true,
    scores: {},
    ...of(n),
  })),
});
const compare = (...variants: ComparedVariant[]) => compareVariants(variants, variants[0]?.name ?? '');

describe('the verdict', () => {
  it('counts the skipped half of a halted run as neither better nor worse', () => {
    const whole = variant('old', 100, () => ({}));
    const { headline, differences } = compare(
      whole,
      variant('new', 100, (n) => (n < 50 ? {} : skipped)),
    );
    expect(differences[0]).toMatchObject({
      worse: [],
      better: [],
      skipped: 50,
      passRate: { pairs: 50, difference: 0 },
    });
    expect(differences[0]?.verdict).toBe('cannot tell');
    expect(headline).not.toMatch(/worse|better/);
  });

  it('counts rows that a judge could not grade as neither better nor worse', () => {
    const old = variant('old', 40, (n) => (n < 20 ? ungraded : {}));
    const { headline, differences } = compare(
      old,
      variant('new', 40, () => ({})),
    );
    expect(differences[0]).toMatchObject({ worse: [], better: [], ungraded: 20, verdict: 'cannot tell' });
    expect(headline).not.toMatch(/worse|better/);
  });

  it('counts 8 rows of 20 trials as 8 rows', () => {
    const trials = (name: string, passes: number) => {
      const rows = variant(name, 160, (n) => ({ trial: n % 20, passed: n % 20 < passes }));
      return { ...rows, rows: rows.rows.map((row, n) => ({ ...row, sampleId: `s${Math.floor(n / 20)}` })) };
    };
    const { differences, findings } = compare(trials('old', 5), trials('new', 20));
    expect(differences[0]).toMatchObject({ passRate: { pairs: 8, wins: 8 }, verdict: 'better' });
    expect(differences[0]?.better).toHaveLength(8);
    expect(findings[0]).toContain('of 8 rows, 8 got better');
  });

  it('is less sure of rows that belong together', () => {
    const of = (name: string, passes: number) =>
      variant(name, 40, (n) => ({ passed: n < passes, cluster: `thread ${Math.floor(n / 10)}` }));
    expect(compare(of('old', 20), of('new', 30)).differences[0]?.verdict).toBe('cannot tell');
  });

  it('says that a call without an answer is neither better nor worse, and counts it as not passed', () => {
    const { differences, findings } = compare(
      variant('old', 50, () => ({})),
      variant('new', 50, (n) => (n < 20 ? failed : {})),
    );
    expect(differences[0]).toMatchObject({
      worse: [],
      errors: { variant: 20, baseline: 0 },
      passRate: { difference: expect.closeTo(-0.4, 9) },
    });
    expect(findings.join(' ')).toContain('20 rows in new only');
  });

  it('is told in a heading, whatever the number of variants', () => {
    const passing = (name: string, passes: number) => variant(name, 100, (n) => ({ passed: n < passes }));
    expect(compare(passing('old', 50), passing('new', 80)).headline).toMatch(
      /^new is better than old by 30\.0 points \(95% CI [\d.]+–[\d.]+\)$/,
    );
    const several = compare(passing('old', 80), passing('a', 79), passing('b', 30));
    expect(several.headline).toMatch(/^b is worse than old by 50\.0 points/);
    expect(compare(passing('old', 80), passing('a', 79), passing('b', 78)).headline).toMatch(/^No variant/);
  });

  it('writes a small difference with as many digits as its interval is narrow', () => {
    const rows = 100_000;
    const { headline } = compare(
      variant('old', rows, (n) => ({ passed: n > 40 })),
      variant('new', rows, () => ({})),
    );
    expect(headline).toMatch(/by 0\.04\d* points \(95% CI 0\.0[2-6]\d*–0\.0[2-6]\d*\)$/);
  });
});

describe('what a row costs', () => {
  const cost = (costUsd: number) => () => ({ costUsd });

  it('is compared over priced rows that were called, and nothing is said at equal price', () => {
    const halted = variant('new', 100, (n) => (n < 60 ? { costUsd: 0.01 } : skipped));
    const { differences, findings } = compare(variant('old', 100, cost(0.01)), halted);
    expect(differences[0]?.costs).toEqual({ rows: 60, variant: expect.closeTo(0.01), baseline: expect.closeTo(0.01) });
    expect(findings.join(' ')).not.toContain('costs');
  });

  it('is said with its ratio, and not where one side has no price', () => {
    const old = variant('old', 100, cost(0.01));
    expect(compare(old, variant('new', 100, cost(0.02))).findings.at(-1)).toContain('2.0 times as much');
    const unpriced = compare(
      old,
      variant('new', 100, () => ({})),
    );
    expect(unpriced.differences[0]?.costs).toBeUndefined();
    expect(unpriced.findings.join(' ')).not.toContain('costs');
  });
});

describe('the ranking', () => {
  const mixed = (name: string, share: number) => {
    const chance = uniform(name);
    return variant(name, 300, () => ({ passed: chance() < share }));
  };

  it('puts variants apart that are, each with its interval', () => {
    const { ranking, findings } = compare(mixed('low', 0.3), mixed('mid', 0.5), mixed('top', 0.8));
    expect(ranking?.map(({ name, rank, tied }) => [name, rank, tied])).toEqual([
      ['top', 1, []],
      ['mid', 2, []],
      ['low', 3, []],
    ]);
    for (const { winShare, winShareInterval } of ranking ?? []) {
      expect(winShareInterval.low).toBeLessThan(winShare - 0.02);
      expect(winShareInterval.high).toBeGreaterThan(winShare + 0.02);
    }
    expect(findings.at(-1)).toBe('Ranking, row by row: 1. top; 2. mid; 3. low.');
  });

  it('calls identical variants tied, never one above the other', () => {
    const same = (name: string) => variant(name, 100, (n) => ({ passed: n % 3 > 0 }));
    const { ranking, findings } = compare(same('a'), same('b'), same('c'));
    expect(ranking?.every(({ rank, tied }) => rank === 1 && tied.length === 2)).toBe(true);
    expect(ranking?.every(({ winShareInterval: { low, high } }) => low < 0.5 && high > 0.5)).toBe(true);
    expect(findings.at(-1)).toBe('No ranking: a, b, c are tied.');
  });

  it('gives tied variants one rank behind a better one', () => {
    const { ranking } = compare(mixed('one', 0.5), mixed('other', 0.5), mixed('top', 0.9));
    expect(ranking?.map(({ name, rank }) => [name, rank])).toEqual([
      ['top', 1],
      [expect.any(String), 2],
      [expect.any(String), 2],
    ]);
  });

  it('ranks a variant that wins every row', () => {
    const all = (name: string, passed: boolean) => variant(name, 50, () => ({ passed }));
    const { ranking } = compare(all('no', false), all('nor', false), all('yes', true));
    expect(ranking?.map(({ rank }) => rank)).toEqual([1, 2, 2]);
    expect(ranking?.[0]?.name).toBe('yes');
  });
});

describe('rows that ended in an error', () => {
  /** The new one scores a little higher on what it answered, and has no answer to the 20 hardest rows. */
  const chance = uniform('scores');
  const base = Array.from({ length: 100 }, (_, n) => (n < 20 ? 0.4 : 0.7) + chance() / 10);
  const scored = (by: number) => (n: number) => ({ passed: undefined, scores: { near: (base[n] ?? 0) + by } });
  const old = variant('old', 100, scored(0));

  it('are counted both ways, with a warning where the two disagree', () => {
    const better = scored(0.05);
    const hard = variant('new', 100, (n) => (n < 20 ? { ...failed, passed: undefined } : better(n)));
    const { differences, headline, findings } = compare(old, hard);
    expect(differences[0]?.scores.near).toMatchObject({
      pairs: 80,
      difference: expect.closeTo(0.05, 9),
      verdict: 'better',
      disagrees: true,
      otherWay: { errors: 'as failures', pairs: 100, verdict: 'worse' },
    });
    expect(differences[0]?.verdict).toBe('cannot tell');
    expect(headline).toContain('depends on how errors count');
    expect(findings[0]).toMatch(/^Careful: .* errors /);
  });

  it('change nothing where both ways agree', () => {
    const better = scored(0.2);
    const { differences } = compare(
      old,
      variant('new', 100, (n) => (n < 2 ? failed : better(n))),
    );
    expect(differences[0]?.scores.near).toMatchObject({
      disagrees: false,
      otherWay: { verdict: 'better', pairs: 100 },
    });
    expect(compare(old, variant('new', 100, better)).differences[0]?.scores.near?.otherWay).toBeUndefined();
  });

  it('make a pass rate lower, and are said to be why', () => {
    const passing = variant('old', 100, (n) => ({ passed: n % 10 > 0 }));
    const erring = variant('new', 100, (n) => (n < 20 ? failed : { passed: n % 10 > 0 }));
    const { differences, findings } = compare(passing, erring);
    expect(differences[0]?.passRate).toMatchObject({
      verdict: 'worse',
      disagrees: true,
      otherWay: { errors: 'left out', pairs: 80, difference: 0 },
    });
    expect(findings[0]).toMatch(/^Careful: the pass rate depends on how errors count/);
  });
});

describe('figures of a million rows', () => {
  const figures = (passRate: Pick<Effect, 'difference' | 'verdict'> & Partial<Effect>) => ({
    ...{ variant: 'b', baseline: 'a', scores: {}, worse: [], better: [], skipped: 0, ungraded: 0 },
    errors: { variant: 0, baseline: 0 },
    passRate: {
      ...{ pairs: 1_000_000, alpha: 0.05, p: 0.0001, adjustedP: 0.0001 },
      ...{ wins: 900, ties: 998_600, losses: 500, unanswered: 0 },
      ...passRate,
    },
  });

  it('name no number of rows for a difference that no practical number shows', () => {
    const tiny = figures({ difference: 1e-8, visibleDifference: 0.0001, verdict: 'cannot tell' });
    const [finding] = findingsOf({ differences: [{ ...tiny, ...verdictOf(tiny) }], leftOut: [] });
    expect(finding).toMatch(/not detectable in practice/);
  });
});
