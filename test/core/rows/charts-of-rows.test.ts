import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { chartsOfRows, spread } from '../../../core/rows/charts-of-rows.ts';

const row = (rowIndex: number, more: Partial<IndexRow> = {}): IndexRow => ({
  rowIndex,
  sampleId: `s${rowIndex}`,
  status: 'succeeded',
  attempts: 1,
  input: null,
  expected: null,
  actualOutput: 'a',
  errorClass: null,
  errorName: null,
  errorMessage: null,
  latencyMs: 100 * rowIndex,
  totalTokens: null,
  costUsd: 0.5,
  passed: null,
  scores: null,
  trial: 0,
  variant: '',
  finishedAt: `2026-01-01T00:00:0${9 - rowIndex}.000Z`,
  ...more,
});

describe('the charts of a run', () => {
  it('count every value once, between the least and the most', () => {
    const { low, width, counts } = spread([1, 2, 3, 25]);
    expect([low, width, counts.length]).toEqual([1, 1, 24]);
    expect(counts.reduce((sum, one) => sum + one)).toBe(4);
    expect(counts.at(-1)).toBe(1);
    expect(spread([5, 5])).toEqual({ low: 5, width: 0, counts: [2] });
    expect(spread([])).toEqual({ low: 0, width: 0, counts: [] });
  });

  it('add up what rows cost in the order they settled in, failed ones too', () => {
    const rows = [
      row(0),
      row(1, { status: 'failed', errorName: 'TargetTimeout', errorMessage: 'no answer in 3 s' }),
      row(2),
    ];
    const { costOverTime } = chartsOfRows(rows);
    expect(costOverTime.map(({ costUsd }) => costUsd)).toEqual([0.5, 1, 1.5]);
    expect(costOverTime.map(({ at }) => at.slice(17, 19))).toEqual(['07', '08', '09']);
    expect(chartsOfRows([row(0, { costUsd: null })]).costOverTime).toEqual([]);
  });

  it('count what is right and wrong so far', () => {
    const some = [
      row(0, { passed: true }),
      row(1, { passed: false }),
      row(2, { passed: true }),
      row(3, { passed: null }),
    ];
    const failed = row(4, { status: 'failed', passed: false });
    expect(chartsOfRows([...some, failed]).checked).toEqual({ passed: 2, wrong: 1 });
  });

  it('group failed answers by reason or label, and rows by the values of a metadata column', () => {
    const { failures, segments } = chartsOfRows([
      row(0, { passed: false, expected: 'bug', actualOutput: 'billing', metadata: '{"team":"red","id":1}' }),
      row(1, { passed: false, expected: 'bug', actualOutput: 'billing', metadata: '{"team":"blue","id":2}' }),
      row(2, { passed: false, scores: '{"judge":{"score":0,"passed":false,"reason":"Rude to Ada"}}' }),
      row(3, { passed: true, metadata: '{"team":"red"}' }),
      ...Array.from({ length: 12 }, (_, n) =>
        row(4 + n, { passed: true, metadata: `{"team":"red","id":${4 + n}}`, finishedAt: null }),
      ),
    ]);
    expect(failures.map(({ name, title, count }) => [name, title, count])).toEqual([
      ['expected', 'Expected bug, answered billing', 2],
      ['judge', 'Rude to Ada', 1],
    ]);
    // A column whose values tell every row from the others makes no segments.
    expect(segments).toEqual([
      {
        column: 'team',
        values: [
          { value: 'red', rows: 14, compared: 14, passed: 13 },
          { value: 'blue', rows: 1, compared: 1, passed: 0 },
        ],
      },
    ]);
  });

  it('show scores from 0 to 1 by evaluator, and why rows failed', () => {
    const failed = { status: 'failed' as const, errorName: 'TargetTimeout', latencyMs: null };
    const { scores, errors, latencyMs } = chartsOfRows([
      row(0, { scores: '{"exact":{"score":1,"passed":true},"judge":{"error":"no answer"}}' }),
      row(1, { scores: '{"exact":{"score":0,"passed":false}}' }),
      row(2, { ...failed, errorMessage: 'no answer in 3 s' }),
      row(3, { ...failed, errorMessage: 'no answer in 4 s' }),
    ]);
    expect(scores).toEqual({ exact: expect.objectContaining({ low: 0 }) });
    expect([scores.exact?.counts[0], scores.exact?.counts.at(-1)]).toEqual([1, 1]);
    expect(errors).toEqual([expect.objectContaining({ name: 'TargetTimeout', count: 2, rows: [2, 3] })]);
    // The list cuts messages at their end, wherever that falls.
    const long = (quoted: string) => `"${quoted}" is unknown\n${'at step 1\n'.repeat(99)}`.slice(0, 500);
    const cut = chartsOfRows([
      row(0, { ...failed, errorMessage: long('a') }),
      row(1, { ...failed, errorMessage: long('bcd') }),
    ]);
    expect(cut.errors.map(({ count }) => count)).toEqual([2]);
    expect(latencyMs.counts.reduce((sum, one) => sum + one)).toBe(2);
  });
});
