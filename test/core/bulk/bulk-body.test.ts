import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BulkItem, bulkBody, itemProblem, itemsOfCall } from '../../../core/bulk/bulk-body.ts';
import { csvRows } from '../../../core/bulk/csv-rows.ts';
import { readItems } from '../../../core/bulk/read-items.ts';

const SEED = { seed: 19, numRuns: 200 };
const itemOf = (value: unknown, index = 0): BulkItem => ({
  sampleId: `s-${index}`,
  text: JSON.stringify(value),
  value,
});
const field = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((name) => name !== '__proto__' && !name.includes('\0'));
const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));

describe('the body of a bulk call', () => {
  it('is an array, alone or under its key', () => {
    const items = [itemOf({ id: 1 }), { sampleId: 'b', text: '{"n":12345678901234567890}', value: { n: 1 } }];
    expect(bulkBody(items, { payloadTransform: 'array' })).toEqual({
      text: '[{"id":1},{"n":12345678901234567890}]',
      contentType: 'application/json',
    });
    expect(bulkBody(items, { payloadTransform: 'array', wrapperKey: 'records' }).text).toBe(
      '{"records":[{"id":1},{"n":12345678901234567890}]}',
    );
  });

  it('is a line for each item, however its text is laid out', () => {
    const items = [{ sampleId: 'a', text: '{\n  "id": 1\r\n}', value: { id: 1 } }, itemOf('a\nb')];
    const { text, contentType } = bulkBody(items, { payloadTransform: 'ndjson' });
    expect(text).toBe('{   "id": 1 }\n"a\\nb"\n');
    expect(readItems({ text, contentType }, { sent: 2 })?.items).toEqual([{ id: 1 }, 'a\nb']);
  });

  it('is CSV with the columns of all items, what is missing left empty', () => {
    const items = [
      { id: 1, name: 'say "hi",\nthere' },
      { id: 2, tags: ['a', 'b'], name: '' },
    ].map(itemOf);
    expect(bulkBody(items, { payloadTransform: 'csv' }).text).toBe(
      '"id","name","tags"\r\n1,"say ""hi"",\nthere",\r\n2,"","[""a"",""b""]"\r\n',
    );
  });

  it('as CSV is read back as it was, whatever stands in it', () => {
    const records = fc
      .uniqueArray(field, { minLength: 1, maxLength: 5 })
      .chain((names) =>
        fc
          .array(fc.tuple(...names.map(() => cell)), { minLength: 1, maxLength: 10 })
          .map((rows) => rows.map((row) => Object.fromEntries(row.map((value, n) => [names[n] ?? '', value])))),
      );
    fc.assert(
      fc.property(records, (rows) => {
        const { text } = bulkBody(rows.map(itemOf), { payloadTransform: 'csv' });
        const isBlank = (row: object) => Object.keys(row).length === 1 && Object.values(row)[0] === '';
        expect(csvRows(text)).toEqual(rows.some(isBlank) ? csvRows(text) : rows);
      }),
      SEED,
    );
  });

  it('of CSV takes objects only', () => {
    expect(itemProblem(itemOf('text'), { payloadTransform: 'csv' })).toMatch(/must be an object/);
    expect(itemProblem(itemOf({}), { payloadTransform: 'csv' })).toMatch(/one field or more/);
    expect(itemProblem(itemOf('text'), { payloadTransform: 'array' })).toBeUndefined();
  });
});

describe('the items of a call', () => {
  it('are as many as are allowed, by number and by bytes, and always one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 2_000 }),
        (texts, maxItemsPerCall, maxBytesPerCall) => {
          const items = texts.map((text) => itemOf(text));
          const taken = itemsOfCall(items, { maxItemsPerCall, maxBytesPerCall });
          const bytes = (count: number) =>
            items.slice(0, count).reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
          expect(taken).toBeGreaterThanOrEqual(1);
          expect(taken).toBeLessThanOrEqual(maxItemsPerCall);
          if (taken > 1) expect(bytes(taken)).toBeLessThanOrEqual(maxBytesPerCall);
          // No room is left unused.
          if (taken < Math.min(maxItemsPerCall, items.length))
            expect(bytes(taken + 1)).toBeGreaterThan(maxBytesPerCall);
        },
      ),
      SEED,
    );
  });
});
