import { describe, expect, it } from 'vitest';
import { statesOf, verdictOf } from '../../web/pages/run/verdict-of.ts';
import { tallyOf } from '../../web/parts/tally.ts';
import { summaryOf } from '../support/summary.ts';

const progress = {
  total: 300,
  succeeded: 294,
  failed: 6,
  skipped: 0,
  running: 0,
  remaining: 0,
  percent: 100,
  rowsPerSecond: 1,
  costUsd: 0,
  tokens: { prompt: 0, completion: 0, total: 0 },
};
const figures = summaryOf({ evaluationId: 'run', status: 'completed', total: 300, succeeded: 294, failed: 6 });
const checked = { ...figures, passRate: 0.92, passed: 276, compared: 300, passedBy: 'expected' as const, wrong: 18 };

const saidOf = (run: Parameters<typeof verdictOf>[0]): string =>
  verdictOf(run)
    .map(({ text }) => text)
    .join(' · ');

describe('the verdict on a run', () => {
  it('says how many answers were right, and what the others came to', () => {
    const run = { status: 'completed' as const, progress, summary: checked };
    expect(saidOf(run)).toBe('276 of 300 passed (92.0%, 88.5–94.7) · 18 failed · 6 errors');
    expect(tallyOf(run.progress, run.summary)).toMatchObject({ right: 276, wrong: 18, succeeded: 0, failed: 6 });
  });

  it('calls rows nobody checks answered, not right', () => {
    expect(saidOf({ status: 'completed', progress, summary: figures })).toBe('294 of 300 rows answered · 6 errors');
    const good = { ...progress, succeeded: 300, failed: 0 };
    expect(saidOf({ status: 'completed', progress: good, summary: figures })).toBe('All 300 rows answered');
  });

  it('says how far a run is while it goes on', () => {
    const live = { ...progress, succeeded: 90, running: 5, remaining: 199 };
    expect(saidOf({ status: 'running', progress: live })).toBe('96 of 300 rows done · 6 errors');
    const tally = tallyOf(live, { passed: 80, wrong: 7 });
    const parts = verdictOf({ status: 'running', progress: live }, tally).map(({ text }) => text);
    expect(parts).toEqual(['96 of 300 rows done', '80 passed', '7 failed', '6 errors']);
    const ahead = tallyOf(live, { passed: 85, wrong: 7 });
    expect(verdictOf({ status: 'running', progress: live }, ahead)[0]?.text).toBe('98 of 300 rows done');
    expect(statesOf({}, tally)).toEqual({ right: 80, wrong: 7, failed: 6, running: 5, remaining: 199 });
    expect(saidOf({ status: 'pending', progress: { ...progress, total: 0 } })).toBe('Counting the rows …');
  });
});
