import { PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../contracts/batch.ts';
import type { DatasetRow } from '../../../contracts/dataset-row.ts';
import { type PlacedRow, RowReader } from '../../../functions/caller/row-reader.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { datasetRow, startCallerCloud } from '../caller-cloud.ts';

const { s3, bucket } = await startCallerCloud();

const linesOf = (rows: readonly DatasetRow[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const rowsOf = (inputs: readonly string[]) =>
  inputs.map((input, index) => datasetRow({ sample_id: `s-${index}`, row_index: index, input }));

let files = 0;
/** A batch in the middle of a file: bytes before and after it belong to others. */
async function batchOf(rows: readonly DatasetRow[]): Promise<Batch> {
  const key = `rows/${++files}.jsonl`;
  const before = linesOf(rowsOf(['an earlier batch ü']));
  const own = linesOf(rows);
  const Body = Buffer.concat([before, own, linesOf(rowsOf(['a later batch']))]);
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body }));
  return { index: 1, key, from: before.length, to: before.length + own.length, count: rows.length, shard: 0 };
}

async function readFrom(batch: Batch, from: { row: number; byte: number }): Promise<PlacedRow[]> {
  const reader = new RowReader(s3, bucket, batch, from);
  const read: PlacedRow[] = [];
  for (let next = await reader.next(); next; next = await reader.next()) read.push(next);
  expect(await reader.next()).toBeUndefined();
  return read;
}

describe('the rows of a batch', () => {
  it('are read one after another, from any of them on, whatever text they hold', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, async (inputs) => {
        const rows = rowsOf(inputs);
        const batch = await batchOf(rows);
        const all = await readFrom(batch, { row: 0, byte: batch.from });
        expect(all.map(({ row }) => row)).toEqual(rows);
        expect(all.map(({ place }) => place)).toEqual(rows.map((_, place) => place));
        for (const { place, byte } of all)
          expect(await readFrom(batch, { row: place, byte })).toEqual(all.slice(place));
        expect(await readFrom(batch, { row: batch.count, byte: batch.to })).toEqual([]);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('may be larger than what is read at once, and be cut anywhere', async () => {
    const rows = rowsOf(['€'.repeat(700_000), 'short', '𝄞'.repeat(300_001), 'ü', 'x'.repeat(1_048_576), 'end']);
    const batch = await batchOf(rows);
    const all = await readFrom(batch, { row: 0, byte: batch.from });
    expect(all.map(({ row }) => row.input)).toEqual(rows.map(({ input }) => input));
    const third = all[2];
    expect(third && (await readFrom(batch, { row: 2, byte: third.byte }))).toEqual(all.slice(2));
  });

  it('that end in the middle of a line are an error, not a row', async () => {
    const batch = await batchOf(rowsOf(['one', 'two']));
    const cut = { ...batch, to: batch.to - 3 };
    const reader = new RowReader(s3, bucket, cut, { row: 0, byte: batch.from });
    expect(await reader.next()).toMatchObject({ row: { input: 'one' } });
    await expect(reader.next()).rejects.toThrow('The rows of batch 1 end in the middle of a line.');
  });
});
