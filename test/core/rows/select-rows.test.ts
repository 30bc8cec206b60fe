import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { problemOfFilter, selectRows } from '../../../core/rows/select-rows.ts';

const row = (rowIndex: number, more: Partial<IndexRow>) =>
  ({
    rowIndex,
    trial: 0,
    status: 'succeeded',
    input: null,
    actualOutput: null,
    latencyMs: null,
    scores: null,
    ...more,
  }) as IndexRow;
const rows = [
  row(0, {
    input: 'b',
    latencyMs: 10,
    scores: '{"exact":{"score":1,"passed":true},"near":{"score":0.5,"passed":false}}',
  }),
  row(1, {
    input: 'a',
    latencyMs: 3000,
    scores: '{"exact":{"score":0,"passed":false},"near":{"score":0.9,"passed":true}}',
  }),
  row(2, { status: 'failed', metadata: '{"team":"red, blue: 1"}' }),
];
const found = (sort: string, filter?: string, weights = {}) =>
  selectRows(rows, { sort, filter, weights }).map(({ rowIndex }) => rowIndex);

describe('rows as tables show them', () => {
  it('are sorted by what any column shows, those without it last', () => {
    expect(found('input')).toEqual([1, 0, 2]);
    expect(found('-latency')).toEqual([1, 0, 2]);
    expect(found('score')).toEqual([1, 0, 2]);
    expect(found('score', undefined, { near: 9 })).toEqual([0, 1, 2]);
  });

  it('are filtered by evaluator and by how slow they were', () => {
    expect(found('row', 'failedBy:exact')).toEqual([1]);
    expect(found('row', 'passedBy:exact,failedBy:near')).toEqual([0]);
    expect(found('row', 'slowerThan:2000')).toEqual([1]);
    expect(found('row', `segment:team=${encodeURIComponent('red, blue: 1')}`)).toEqual([2]);
    // Nobody's encoding, but somebody's address.
    expect(found('row', 'segment:team=100%')).toEqual([]);
    expect(problemOfFilter('slower:2000')).toMatch(/must be field:value, with a field of status.*slowerThan/);
  });
});
