import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../cli/reports/run-report.ts';
import type { ComparedRow, ComparedVariant } from '../../contracts/comparison.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';
import { checkThresholds } from '../../core/thresholds.ts';
import { summaryOf } from '../support/summary.ts';

const summary = summaryOf({
  evaluationId: 'r',
  status: 'completed',
  total: 20,
  succeeded: 18,
  failed: 2,
  passRate: 0.85,
  latencyMs: { p50: 100, p95: 400 },
  costUsd: 0.5,
  durationMs: 1000,
});

describe('thresholds', () => {
  it('are met at the limit itself', () => {
    const asked = { minPassRate: 0.85, maxErrorRate: 0.1, maxP95Ms: 400, maxCostUsd: 0.5 };
    expect(checkThresholds(asked, summary).map(({ met }) => met)).toEqual([true, true, true, true]);
  });

  it('are not met beyond it', () => {
    const asked = { minPassRate: 0.86, maxErrorRate: 0.09, maxP95Ms: 399, maxCostUsd: 0.49 };
    expect(checkThresholds(asked, summary).map(({ met }) => met)).toEqual([false, false, false, false]);
  });

  it('are not met by a run that lacks the figure', () => {
    expect(checkThresholds({ minPassRate: 0 }, { ...summary, passRate: undefined })).toMatchObject([
      { name: 'minPassRate', limit: 0, outcome: 'error', met: false, blocks: true },
    ]);
  });

  it('of a score are not met where nothing was scored', () => {
    const scores = {
      exact: { mean: 0, scored: 0, passed: 0, errors: 3 },
      near: { mean: 0, scored: 1, passed: 0, errors: 0 },
    };
    expect(checkThresholds({ minScore: { exact: 0, near: 0, other: 0 } }, { ...summary, scores })).toMatchObject([
      { name: 'minScore.exact', outcome: 'error', met: false, blocks: true },
      { name: 'minScore.near', outcome: 'passed', met: true, blocks: false },
      { name: 'minScore.other', outcome: 'error', met: false, blocks: true },
    ]);
  });

  it('of errors count the rows that were called', () => {
    const halted = { ...summary, total: 100, skipped: 80 };
    expect(checkThresholds({ maxErrorRate: 0.1 }, halted)).toMatchObject([{ actual: 0.1, met: true }]);
    expect(checkThresholds({ maxErrorRate: 0.1 }, { ...halted, skipped: 100 })).toMatchObject([{ outcome: 'error' }]);
  });
});

describe('maxRegression', () => {
  type Grade = ComparedRow['passed'] | 'failed' | 'skipped';
  const variant = (name: string, grades: readonly Grade[]): ComparedVariant => ({
    name,
    evaluationId: name,
    rows: grades.map((grade, n) => ({
      sampleId: `s${n}`,
      rowIndex: n,
      status: grade === 'failed' || grade === 'skipped' ? grade : 'succeeded',
      passed: grade === 'failed' ? false : grade === 'skipped' ? undefined : grade,
      scores: {},
    })),
  });
  const grades = (rows: number, of: (n: number) => Grade) => Array.from({ length: rows }, (_, n) => of(n));
  const gate = (limit: number, baseline: readonly Grade[], changed: readonly Grade[], more = {}) => {
    const comparison = compareVariants([variant('old', baseline), variant('new', changed)], 'old');
    return checkThresholds({ maxRegression: limit, ...more }, summary, { variants: ['new'], comparison })[0];
  };
  const all = (rows: number, grade: Grade) => grades(rows, () => grade);

  it.each([
    ['passed', 'better', all(100, true), grades(100, (n) => n >= 60), 0.02],
    [
      'passed',
      'no worse than allowed',
      grades(400, (n) => n % 40 > 0),
      grades(400, (n) => n % 40 > 0 && n % 50 > 0),
      0.1,
    ],
    ['failed', 'worse than allowed', grades(100, (n) => n >= 40), all(100, true), 0.02],
    ['inconclusive', '3 of 50 rows worse', grades(50, (n) => n > 2), all(50, true), 0.02],
  ] as const)('is %s where the interval says: %s', (outcome, _, changed, baseline, limit) => {
    expect(gate(limit, baseline, changed)).toMatchObject({ outcome, met: outcome === 'passed' });
  });

  it('says how many rows would decide it, and lets the build pass unless told otherwise', () => {
    const changed = grades(50, (n) => n > 2);
    const found = gate(0.02, all(50, true), changed);
    expect(found).toMatchObject({ actual: expect.closeTo(0.06, 9), blocks: false });
    expect(found?.rowsNeeded).toBeGreaterThan(50);
    expect(gate(0.02, all(50, true), changed, { onInconclusive: 'fail' })).toMatchObject({ blocks: true });
  });

  it.each([
    ['the baseline passes nothing', all(50, false), all(50, false)],
    ['the baseline was not graded', all(50, undefined), all(50, true)],
    ['the variant was not graded', all(50, true), all(50, undefined)],
    ['the variant has no answer', all(50, true), all(50, 'failed')],
    ['neither was called', all(50, 'skipped'), all(50, 'skipped')],
    ['no row is graded in both', [...all(5, true), ...all(5, 'skipped')], [...all(5, 'skipped'), ...all(5, true)]],
  ] as const)('is an error with its reason where %s', (_, baseline, changed) => {
    const found = gate(0.02, baseline, changed);
    expect(found).toMatchObject({ outcome: 'error', met: false, blocks: true });
    expect(found?.reason).toBeTruthy();
    expect(found?.actual).toBeUndefined();
  });

  it('is decided by the worst of several models', () => {
    const models = [variant('old', all(100, true)), variant('same', all(100, true)), variant('bad', all(100, false))];
    const comparison = compareVariants(models, 'old');
    const found = checkThresholds({ maxRegression: 0.1 }, summary, { variants: ['same', 'bad'], comparison });
    expect(found).toMatchObject([{ outcome: 'failed', actual: 1 }]);
  });

  it('is an error without a comparison', () => {
    expect(checkThresholds({ maxRegression: 0.02 }, summary)).toMatchObject([{ outcome: 'error', blocks: true }]);
  });
});

describe('the exit code', () => {
  const met = { name: 'maxCostUsd', limit: 1, actual: 0, outcome: 'passed', met: true, blocks: false } as const;
  const notMet = { ...met, outcome: 'failed', met: false, blocks: true } as const;
  const undecided = { ...notMet, outcome: 'inconclusive', blocks: false } as const;
  it.each([
    ['completed', [met], 0],
    ['completed', [met, notMet], 1],
    ['completed', [met, undecided], 0],
    ['halted', [met], 3],
    ['cancelled', [], 3],
    ['failed', [notMet], 3],
  ] as const)('of a run that is %s, with %o, is %i', (status, verdicts, code) => {
    expect(exitCodeOf({ status, verdicts })).toBe(code);
  });
});
