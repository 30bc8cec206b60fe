import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../contracts/api/rows.ts';
import { earlierRun } from '../../web/pages/compare/earlier-run.ts';
import { countChanges, sideBySide } from '../../web/parts/side-by-side/side-by-side.ts';
import { sortRows } from '../../web/parts/side-by-side/sort-rows.ts';

const row = (rowIndex: number, passed: boolean | null, more: Partial<IndexRow> = {}): IndexRow => ({
  rowIndex,
  sampleId: `s${rowIndex}`,
  status: 'succeeded',
  attempts: 1,
  input: null,
  expected: 'a',
  actualOutput: passed ? 'a' : 'b',
  errorClass: null,
  errorName: null,
  errorMessage: null,
  latencyMs: 1,
  totalTokens: null,
  costUsd: null,
  passed,
  scores: null,
  trial: 0,
  variant: '',
  finishedAt: null,
  ...more,
});

describe('two runs side by side', () => {
  it('are paired by the rows’ ids, what got worse first', () => {
    const before = [row(0, true), row(1, false), row(2, true), row(3, null), row(4, false)];
    const failed = row(2, null, { status: 'failed', actualOutput: null });
    const after = [row(0, true), row(1, true), failed, row(3, null, { actualOutput: 'c' }), row(5, true)];
    const pairs = sideBySide([before, after]);
    expect(pairs.map(({ key, change }) => `${key} ${change}`)).toEqual([
      's1 better',
      's2 error',
      's3 different',
      's4 missing',
      's5 missing',
      's0 same',
    ]);
    const counts = { worse: 0, better: 1, error: 1, different: 1, uncompared: 0, missing: 2, same: 1 };
    expect(countChanges(pairs)).toEqual(counts);
  });

  it('are neither better nor worse where one of the two was not called or not graded', () => {
    const skipped = row(0, null, { status: 'skipped', actualOutput: null });
    const erred = row(1, null, { scores: '{"judge":{"error":"no answer"}}' });
    const pairs = sideBySide([
      [row(0, true), row(1, true)],
      [skipped, erred],
    ]);
    expect(pairs.map(({ change }) => change)).toEqual(['uncompared', 'uncompared']);
  });

  it('count a call that failed as failed for every model it asked', () => {
    const of = (variant: string, passed: boolean) => row(0, passed, { variant });
    const failed = row(1, null, { status: 'failed', actualOutput: null });
    const rows = sideBySide([
      [of('large', true), failed],
      [of('small', false), failed],
    ]);
    expect(rows.map(({ key, change }) => `${key} ${change}`)).toEqual(['s0 worse', 's1 same']);
  });

  it('may be more than two: the worst change counts, and trials of a row count as one row', () => {
    const trial = (passed: boolean) => row(1, passed, { trial: 1 });
    const rows = sideBySide([
      [row(0, true), row(1, true), trial(true)],
      [row(0, true), row(1, false), trial(true)],
      [row(0, false), row(1, true), trial(true)],
    ]);
    expect(rows.map(({ key, change }) => `${key} ${change}`)).toEqual(['s0 worse', 's1 worse', 's1 1 worse']);
    expect(countChanges(rows)).toMatchObject({ worse: 2, same: 0 });
  });

  it('are sorted by what changed: what got worse, the loss of score, the time lost, what one of them answered', () => {
    const scored = (rowIndex: number, score: number, latencyMs: number, passed = true) =>
      row(rowIndex, passed, { latencyMs, scores: JSON.stringify({ exact: { score } }) });
    const rows = sideBySide([
      [scored(0, 1, 100), scored(1, 0.5, 100), scored(2, 1, 100), row(3, true, { latencyMs: null })],
      [scored(0, 0.9, 400), scored(1, 0.6, 90), scored(2, 0.2, 150, false), row(3, true)],
    ]);
    const order = (sort: string) => sortRows(rows, sort, {}).map(({ rowIndex }) => rowIndex);
    expect(order('change')).toEqual([2, 0, 1, 3]);
    expect(order('score')).toEqual([2, 0, 1, 3]);
    expect(order('-score')).toEqual([1, 0, 2, 3]);
    expect(order('-latency')).toEqual([0, 2, 1, 3]);
    expect(order('-row')).toEqual([3, 2, 1, 0]);
    expect(order('run-1')).toEqual([2, 0, 1, 3]);
  });
});

describe('the run to compare another with', () => {
  const run = (evaluationId: string, startedAt: string, finishedAt?: string, more = {}) => ({
    evaluationId,
    datasetId: 'tickets',
    total: 300,
    startedAt,
    finishedAt,
    ...more,
  });
  it('is the last one over as many rows of the same dataset that was over by then', () => {
    const runs = [
      run('later', '2026-11-17T12:00', '2026-11-17T12:05'),
      run('this', '2026-11-17T10:00', '2026-11-17T10:05'),
      run('beside', '2026-11-17T09:59', '2026-11-17T10:03'),
      run('going', '2026-11-17T09:00'),
      run('other', '2026-11-17T08:00', '2026-11-17T08:05', { datasetId: 'orders' }),
      run('first-rows', '2026-11-17T07:00', '2026-11-17T07:05', { total: 5 }),
      run('yesterday', '2026-11-16T10:00', '2026-11-16T10:05'),
    ];
    expect(earlierRun(runs, 'this')).toBe('yesterday');
    expect(earlierRun(runs, 'other')).toBeUndefined();
  });

  it('is none for a batch, which is of no dataset', () => {
    const job = { datasetId: '' };
    const runs = [run('job-2', '2026-11-17', '2026-11-17', job), run('job-1', '2026-11-15', '2026-11-16', job)];
    expect(earlierRun(runs, 'job-2')).toBeUndefined();
  });
});
