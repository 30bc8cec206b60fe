import { PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Batch } from '../../../contracts/batch.ts';
import { ROWS_PER_SHARD, rowsPrefix, shardOf, unloadedDatasetPrefix } from '../../../contracts/storage-keys.ts';
import { splitRows } from '../../../functions/row-splitter/split-rows.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { bucket, createSplitterCloud, line, type SplitterCloud } from './splitter-cloud.ts';

let cloud: SplitterCloud;
beforeAll(async () => {
  cloud = await createSplitterCloud();
});
afterAll(() => cloud?.close());

interface Options {
  readonly batchRows?: number;
  readonly fileBytes?: number;
  readonly sortedBytes?: number;
  readonly attempt?: number;
  readonly inputMapping?: string;
}

/** Splits the rows of an evaluation whose parts are there. */
function splitUnloaded(evaluationId: string, datasetPrefix: string, options: Options = {}, s3 = cloud.s3) {
  const { batchRows = 1000, fileBytes = 64 * 1024 * 1024, sortedBytes = 512 * 1024 * 1024 } = options;
  const { attempt = 1, inputMapping } = options;
  const run = { executionMode: 'tool', inputMapping };
  const event = { evaluationId, attempt, datasetPrefix, batchRows, run };
  return splitRows(event, { s3, bucket, limits: { fileBytes, sortedBytes } });
}

async function split(evaluationId: string, parts: readonly (readonly string[])[], options?: Options) {
  const answer = await splitUnloaded(evaluationId, await cloud.unload(evaluationId, parts), options);
  const batches = await cloud.batches(answer.manifestKey);
  const lines = await Promise.all(batches.map(cloud.linesOf));
  expect(answer).toEqual({
    batches: batches.length,
    rows: lines.flat().length,
    manifestKey: `runs/${evaluationId}/rows/1/batches.jsonl`,
  });
  expect(batches.map(({ index }) => index)).toEqual(batches.map((_, index) => index));
  expect(batches.map(({ count }) => count)).toEqual(lines.map(({ length }) => length));
  return { batches, lines };
}

/** Fails at every command of that name but the first ones. */
function dyingClient(commandName: string, survived: number) {
  const s3 = cloud.client();
  let sent = 0;
  s3.middlewareStack.add(
    (next, context) => (args) =>
      context.commandName !== commandName || sent++ < survived ? next(args) : Promise.reject(new Error('killed')),
    { step: 'initialize' },
  );
  return s3;
}

const counts = (batches: readonly Batch[]) => batches.map(({ count }) => count);
const files = (batches: readonly Batch[]) => batches.map(({ key }) => Number(/part-(\d{5})\.jsonl$/.exec(key)?.[1]));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
/** Not their order of writing: every seventh of them, and so on. */
const shuffled = (rows: readonly number[]) => range(0, 7).flatMap((rest) => rows.filter((row) => row % 7 === rest));

describe('the rows of a pass', () => {
  it('lie in row order, to the letter, however many parts they came in', async () => {
    const rows = range(0, 2500);
    // Numbers that JavaScript cannot hold and spellings that it would not write stay as they are.
    const text = (row: number) =>
      `{"sample_id":"ä-${row}","row_index":${row},"input":"[12345678901234567890, 1.0, \\u00e4]","expected":null,"metadata":"{}","previous_attempts":0}`;
    const parts = [1, 2, 0].map((rest) => rows.filter((row) => Math.floor(row / 100) % 3 === rest).map(text));
    const { batches, lines } = await split('order', parts, { batchRows: 400 });
    expect(lines.flat()).toEqual(rows.map(text));
    expect(counts(batches)).toEqual([400, 400, 400, 400, 400, 400, 100]);
    expect(new Set(files(batches))).toEqual(new Set([0]));
  });

  it('lie in row order also when a part was written out of order', async () => {
    const parts = [range(0, 500), shuffled(range(500, 1000)), shuffled(range(1000, 1300))];
    const { lines } = await split(
      'unordered',
      parts.map((part) => part.map((row) => line(row))),
      { batchRows: 100 },
    );
    expect(lines.flat()).toEqual(range(0, 1300).map((row) => line(row)));
  });

  it('are refused when more of them are out of order than memory is there to sort', async () => {
    const parts = [range(0, 500), shuffled(range(500, 1000)), shuffled(range(1000, 1300))].map((part) =>
      part.map((row) => line(row)),
    );
    const unordered = parts.slice(1).flat().join('\n').length + 1;
    await split('sortable', parts, { sortedBytes: unordered });
    const error = await split('too-large', parts, { sortedBytes: unordered - 1 }).catch((error) => error);
    expect(error).toMatchObject({ name: 'QueryFailed' });
    expect(error.message).toContain(`more than the ${unordered - 1} bytes`);
    expect(await cloud.objects(rowsPrefix('too-large', 1))).toEqual({});
  });

  it('make batches that end with their shard, also when few rows of it are called', async () => {
    const rows = [3, 4, ROWS_PER_SHARD - 1, ROWS_PER_SHARD, 3 * ROWS_PER_SHARD + 1, 199 * ROWS_PER_SHARD, 10_000_001];
    const { batches, lines } = await split('sparse', [rows.map((row) => line(row))]);
    expect(batches.map(({ shard, count }) => [shard, count])).toEqual([
      [0, 3],
      [1, 1],
      [3, 1],
      [199, 2],
    ]);
    expect(lines.flat()).toEqual(rows.map((row) => line(row)));
    expect(new Set(files(batches))).toEqual(new Set([0]));
  });

  it('give no batch and an empty manifest when there are none', async () => {
    expect(await split('none', [])).toEqual({ batches: [], lines: [] });
    expect(await split('empty', [[]])).toEqual({ batches: [], lines: [] });
    expect(await cloud.objects(rowsPrefix('empty', 1))).toEqual({
      'runs/empty/rows/1/batches.jsonl': { etag: expect.any(String), size: 0 },
    });
  });

  it('may be of 2 MB', async () => {
    const rows = range(0, 20).map((row) => line(row, row % 3 === 0 ? `${row} ä`.repeat(400_000) : 'short'));
    const parts = [rows.filter((_, row) => row % 2 === 1), rows.filter((_, row) => row % 2 === 0)];
    const { batches, lines } = await split('large', parts, { batchRows: 7 });
    expect(counts(batches)).toEqual([7, 7, 6]);
    expect(lines.flat().every((each, row) => each === rows[row])).toBe(true);
  });

  it('make a new file at the first batch after 64 MB, and a batch of 64 MB at most', async () => {
    // 300 bytes a row, and 1000 bytes that stand for 64 MB.
    const rows = range(0, 12).map((row) => line(row).padEnd(299));
    const small = await split('files', [rows], { batchRows: 2, fileBytes: 1000 });
    expect(counts(small.batches)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(files(small.batches)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(small.batches.map(({ from, to }) => [from, to]).slice(0, 3)).toEqual([
      [0, 600],
      [600, 1200],
      [0, 600],
    ]);
    const large = await split('large-batches', [rows], { batchRows: 100, fileBytes: 1000 });
    expect(counts(large.batches)).toEqual([3, 3, 3, 3]);
    expect(files(large.batches)).toEqual([0, 0, 1, 1]);
    const larger = await split('larger-rows', [rows], { batchRows: 100, fileBytes: 100 });
    expect(counts(larger.batches)).toEqual(rows.map(() => 1));
    expect(files(larger.batches)).toEqual(range(0, 12));
  });

  it('are given back by the ranges of their batches, whatever they hold and however they came', async () => {
    const rows = fc.uniqueArray(
      fc.record({
        row: fc.oneof(fc.nat(300), fc.nat(4 * ROWS_PER_SHARD)),
        part: fc.nat(3),
        input: fc.string({ unit: 'grapheme', maxLength: 120 }),
      }),
      { selector: ({ row }) => row, maxLength: 50 },
    );
    const options = fc.record({
      batchRows: fc.integer({ min: 1, max: 20 }),
      fileBytes: fc.integer({ min: 100, max: 5000 }),
      sortedBytes: fc.constant(100_000),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), options, async (values, inOrder, limits) => {
        const ordered = values.toSorted((one, other) => one.row - other.row);
        const parts = range(0, 4).map((part) => (inOrder ? ordered : values).filter((value) => value.part === part));
        const { batches, lines } = await split(
          `any-${number++}`,
          parts.map((part) => part.map(({ row, input }) => line(row, input))),
          limits,
        );
        expect(lines.flat()).toEqual(ordered.map(({ row, input }) => line(row, input)));
        let row = 0;
        for (const [index, batch] of batches.entries()) {
          const shards = ordered.slice(row, row + batch.count).map((value) => shardOf(value.row));
          row += batch.count;
          expect(new Set(shards)).toEqual(new Set([batch.shard]));
          expect(batch.count).toBeLessThanOrEqual(limits.batchRows);
          if (batch.count > 1) expect(batch.to - batch.from).toBeLessThanOrEqual(limits.fileBytes);
          // Nothing lies between batches, and a file ends only when it is full.
          const before = batches[index - 1];
          if (batch.from > 0) expect([before?.key, before?.to]).toEqual([batch.key, batch.from]);
          else if (before) expect(before.to).toBeGreaterThanOrEqual(limits.fileBytes);
        }
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('lie where they lay after a repeated invocation, and after two at once', async () => {
    const rows = range(0, 3000).map((row) => line(row, 'x'.repeat(row % 200)));
    const parts = [rows.filter((_, row) => row % 3 === 0), rows.filter((_, row) => row % 3 !== 0).reverse()];
    const prefix = await cloud.unload('again', parts);
    const options = { batchRows: 100, fileBytes: 100_000 };
    const first = await splitUnloaded('again', prefix, options);
    const written = await cloud.objects(rowsPrefix('again', 1));
    expect(Object.keys(written).length).toBeGreaterThan(4);
    for (let time = 0; time < 2; time++) {
      const again = await Promise.all([1, 2].map(() => splitUnloaded('again', prefix, options)));
      expect(again).toEqual([first, first]);
      expect(await cloud.objects(rowsPrefix('again', 1))).toEqual(written);
    }
    expect(Object.keys(await cloud.objects(prefix)).length).toBe(2);
  });

  it.each([
    ['in order', range(0, 200)],
    ['out of order at their end', [...range(0, 199).filter((row) => row !== 100), 199, 100]],
  ])('that came %s lie where they lay when a repeated invocation dies, wherever it does', async (name, rows) => {
    const evaluationId = `dies-${name.replaceAll(' ', '-')}`;
    const options = { batchRows: 10, fileBytes: 5000 };
    const { batches, lines } = await split(evaluationId, [rows.map((row) => line(row))], options);
    const datasetPrefix = unloadedDatasetPrefix(evaluationId, '1');
    let survived = 0;
    for (let died = true; died; survived++) {
      const s3 = dyingClient('PutObjectCommand', survived);
      died = await splitUnloaded(evaluationId, datasetPrefix, options, s3).then(
        () => false,
        (error) => error.message === 'killed',
      );
      expect(await Promise.all(batches.map(cloud.linesOf))).toEqual(lines);
    }
    expect(survived).toBeGreaterThan(5);
  });

  it('are not split when a part is cut off or no JSON, and the row’s text is not told', async () => {
    const prefix = await cloud.unload('broken', [[line(0), '{"row_index":"SECRET"}']]);
    const error = await splitUnloaded('broken', prefix).catch((error) => error);
    expect(error).toMatchObject({ name: 'QueryFailed' });
    expect(error.message).not.toContain('SECRET');

    const whole = await cloud.read(`${await cloud.unload('cut', [range(0, 100).map((row) => line(row))])}0.gz`);
    const Key = `${prefix.replace('broken', 'cut')}0.gz`;
    await cloud.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: whole.subarray(0, whole.length - 20) }));
    await expect(splitUnloaded('cut', prefix.replace('broken', 'cut'))).rejects.toThrow('unexpected end of file');
    expect(await cloud.objects(rowsPrefix('cut', 1))).toEqual({});
  });

  it('are not split when the mapping fails on the first of them; in a later pass they are', async () => {
    const prefix = await cloud.unload('mapped', [[line(0, '{"q":7}'), line(1, '{"q":"x"}')]]);
    const inputMapping = '{ "q": $uppercase(input.q) }';
    await expect(splitUnloaded('mapped', prefix, { inputMapping })).rejects.toMatchObject({
      name: 'MappingFailed',
      message: expect.stringMatching(/^The mapping fails on the first row.*toolInputMapping: it failed on this row/),
    });
    expect(await cloud.objects(rowsPrefix('mapped', 1))).toEqual({});
    expect(await splitUnloaded('mapped', prefix, { inputMapping, attempt: 2 })).toMatchObject({ rows: 2 });
    expect(await splitUnloaded('mapped', prefix, { inputMapping: 'input.q' })).toMatchObject({ rows: 2 });
  });

  it('leave no upload behind when S3 fails', async () => {
    const rows = range(0, 40).map((row) => line(row, 'x'.repeat(500_000)));
    const prefix = await cloud.unload('failing', [rows]);
    const s3 = dyingClient('UploadPartCommand', 1);
    const run = { executionMode: 'tool' };
    const event = { evaluationId: 'failing', attempt: 1, datasetPrefix: prefix, batchRows: 10, run };
    await expect(splitRows(event, { s3, bucket })).rejects.toThrow('killed');
    expect(await cloud.uploads()).toEqual([]);
    expect(await cloud.objects(rowsPrefix('failing', 1))).toEqual({});
  });

  it('are looked for only below the folder of runs', async () => {
    const event = { evaluationId: 'elsewhere', attempt: 1, batchRows: 10, run: { executionMode: 'tool' } };
    for (const datasetPrefix of ['', 'warehouse/', 'runs/elsewhere/dataset/1']) {
      await expect(splitRows({ ...event, datasetPrefix }, { s3: cloud.s3, bucket })).rejects.toThrow('datasetPrefix');
    }
  });
});
