import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../cli/reports/run-report.ts';
import { checkRegression, checkThresholds } from '../../core/thresholds.ts';
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
    expect(checkThresholds({ minPassRate: 0 }, { ...summary, passRate: undefined })).toEqual([
      { name: 'minPassRate', limit: 0, met: false },
    ]);
  });

  it.each([
    ['no worse', { difference: -0.02, pairs: 50, unanswered: 3 }, true],
    ['worse', { difference: -0.03, pairs: 50, unanswered: 3 }, false],
    ['compared with nothing', undefined, false],
    ['compared by rows that neither answered', { difference: 0, pairs: 50, unanswered: 50 }, false],
  ])('of regression, by a variant that is %s', (_, effect, met) => {
    expect(checkRegression(0.02, effect)).toMatchObject([{ name: 'maxRegression', met }]);
  });
});

describe('the exit code', () => {
  const met = { name: 'maxCostUsd', limit: 1, actual: 0, met: true } as const;
  it.each([
    ['completed', [met], 0],
    ['completed', [met, { ...met, met: false }], 1],
    ['halted', [met], 3],
    ['cancelled', [], 3],
    ['failed', [{ ...met, met: false }], 3],
  ] as const)('of a run that is %s, with %o, is %i', (status, verdicts, code) => {
    expect(exitCodeOf({ status, verdicts })).toBe(code);
  });
});
