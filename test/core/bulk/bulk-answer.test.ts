import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import type { BulkItem } from '../../../core/bulk/bulk-body.ts';
import { itemResult } from '../../../core/bulk/item-result.ts';
import { matchItems } from '../../../core/bulk/match-items.ts';
import { readItems } from '../../../core/bulk/read-items.ts';
import { spreadUsage } from '../../../core/bulk/spread-usage.ts';

const SEED = { seed: 19, numRuns: 200 };
const sentItem = (value: unknown, index: number): BulkItem => ({
  sampleId: `s-${index}`,
  text: JSON.stringify(value),
  value,
});
const json = (value: unknown) => ({ text: JSON.stringify(value), contentType: 'application/json' });
const LIST = [{ id: 1 }, { id: 2 }];

describe('the items of a bulk answer', () => {
  it.each([
    ['an array', json(LIST)],
    ['under a usual name', json({ took: 3, errors: [], results: LIST })],
    ['in the only list there is', json({ updated: LIST, ok: true })],
    ['inside data', json({ data: { items: LIST } })],
    ['lines of JSON', { text: '{"id":1}\n{"id":2}\n', contentType: 'application/x-ndjson' }],
    ['lines of JSON under another name', { text: '{"id":1}\r\n\n{"id":2}', contentType: 'text/plain' }],
  ])('are found: %s', (_where, text) => {
    expect(readItems(text, { sent: 2 })?.items).toEqual(LIST);
  });

  it('are found where the configuration says', () => {
    const answer = json({ results: [], out: { list: LIST } });
    expect(readItems(answer, { sent: 2, itemsPath: 'out.list' })?.items).toEqual(LIST);
    expect(readItems(answer, { sent: 2, itemsPath: 'out.none' })).toBeUndefined();
    expect(readItems(json({ results: [], mine: LIST }), { sent: 2, wrapperKey: 'mine' })?.items).toEqual(LIST);
  });

  it('are found in CSV', () => {
    const text = 'id,error\r\n1,\r\n2,"no, ""never"""\r\n';
    const found = readItems({ text, contentType: 'text/csv' }, { sent: 2 });
    expect(found?.items).toEqual([
      { id: '1', error: '' },
      { id: '2', error: 'no, "never"' },
    ]);
  });

  it.each(['<html>Welcome</html>', '', 'OK', '"fine"', '{"a":1}', 'null', '[1'])('are not found in %j', (text) => {
    expect(readItems({ text, contentType: 'text/html' }, { sent: 2 })).toBeUndefined();
  });
});

describe('the entry of an item', () => {
  const mapping = { itemIdField: 'id' };

  it('is found by its id in any order, whether a number or text, with entries missing, doubled and unknown', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(
          fc.record({ isMissing: fc.boolean(), isText: fc.boolean(), times: fc.integer({ min: 1, max: 3 }) }),
        ),
        fc.nat(5),
        fc.nat(100),
        (ids, fates, strangers, seed) => {
          const fate = ids.map(() => fates.next().value);
          const entries = ids.flatMap((id, index) => {
            const { isMissing, isText, times } = fate[index];
            return isMissing ? [] : Array.from({ length: times }, () => ({ id: isText ? String(id) : id, of: id }));
          });
          const others = Array.from({ length: strangers }, (_, n) => ({ id: `stranger-${n}` }));
          const answered = [...entries, ...others].sort((a, b) => hash(a, seed) - hash(b, seed));
          const { matched, unknown } = matchItems(
            ids.map((id, n) => sentItem({ id }, n)),
            answered,
            mapping,
          );
          expect(unknown).toBe(strangers);
          matched.forEach((found, index) => {
            const { isMissing, times } = fate[index];
            if (isMissing) expect(found.kind).toBe('missing');
            else expect(found).toMatchObject({ kind: 'found', item: { of: ids[index] }, more: times - 1 });
          });
        },
      ),
      SEED,
    );
  });

  it('is found by the row’s own id where the item has none', () => {
    const { matched } = matchItems([sentItem('text', 0)], [{ id: 's-0', answer: 1 }], mapping);
    expect(matched).toMatchObject([{ kind: 'found', item: { answer: 1 } }]);
  });

  it('of items with the same id is each its own', () => {
    const sent = [sentItem({ id: 7 }, 0), sentItem({ id: 7 }, 1), sentItem({ id: 7 }, 2)];
    const { matched } = matchItems(
      sent,
      [
        { id: 7, n: 1 },
        { id: 7, n: 2 },
      ],
      mapping,
    );
    expect(matched).toMatchObject([{ item: { n: 1 } }, { item: { n: 2 } }, { kind: 'missing' }]);
  });

  it('without ids is the one at its place, and none if their number differs', () => {
    const sent = [sentItem('a', 0), sentItem('b', 1)];
    expect(matchItems(sent, ['A', 'B'], {}).matched).toMatchObject([{ item: 'A' }, { item: 'B' }]);
    expect(matchItems(sent, ['A'], {}).matched).toMatchObject([
      { kind: 'missing', message: expect.stringContaining('2 items were sent and 1 came back') },
      { kind: 'missing' },
    ]);
  });
});

const hash = (value: unknown, seed: number): number =>
  [...JSON.stringify(value)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed) % 9973, seed);

describe('an answer full of entries', () => {
  it('is matched in no time: 100,000 for one item', () => {
    const answered = Array.from({ length: 100_000 }, () => ({ id: 1 }));
    const { matched } = matchItems([sentItem({ id: 1 }, 0)], answered, { itemIdField: 'id' });
    expect(matched).toMatchObject([{ kind: 'found', more: 99_999 }]);
  });
});

describe('what an entry says', () => {
  it.each([
    [{ ok: true, value: 5 }, { successField: 'ok', outputField: 'value' }, { output: 5 }],
    [{ ok: 'false', why: 'gone' }, { successField: 'ok', errorField: 'why' }, { failure: 'gone' }],
    [{ status: 404, message: 'gone' }, { successField: 'status' }, { failure: expect.stringContaining('gone') }],
    [{ status: 201 }, { successField: 'status' }, { output: { status: 201 } }],
    [{ errors: [] }, { errorField: 'errors' }, { output: { errors: [] } }],
    [{ errors: [{ message: 'bad' }, { message: 'worse' }] }, { errorField: 'errors' }, { failure: 'bad; worse' }],
    [{ error: 'gone' }, {}, { failure: 'gone' }],
    [{ success: false }, {}, { failure: expect.any(String) }],
    ['just text', {}, { output: 'just text' }],
  ])('is read: %j by %j', (entry, mapping, expected) => {
    const { responseMapping } = bulkConfigSchema.parse({
      endpoint: '/b',
      maxItemsPerCall: 1,
      responseMapping: mapping,
    });
    const found = itemResult(entry, responseMapping);
    expect(found).toMatchObject(expected);
    if (!('failure' in expected)) expect(found.failure).toBeUndefined();
  });
});

describe('what a call used', () => {
  it('is spread over its items and adds up to the same', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 500 }), (totalTokens, items) => {
        const parts = spreadUsage({ totalTokens, costUsd: 1 }, items);
        expect(parts.reduce((sum, part) => sum + (part.totalTokens ?? 0), 0)).toBe(totalTokens);
        expect(parts.reduce((sum, part) => sum + (part.costUsd ?? 0), 0)).toBeCloseTo(1, 9);
      }),
      SEED,
    );
  });
});
