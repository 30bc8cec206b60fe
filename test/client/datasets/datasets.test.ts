import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runQuery } from '../../../client/athena/run-query.ts';
import type { ImportOptions } from '../../../client/datasets/import-dataset.ts';
import {
  type DatasetSource,
  deleteDataset,
  exportDataset,
  importDataset,
  listDatasets,
  previewDataset,
  showDataset,
} from '../../../client/datasets/index.ts';
import { withNameLock } from '../../../client/datasets/name-lock.ts';
import { datasetIdSchema } from '../../../contracts/ids.ts';
import { NASTY_FILES, type NastyFile } from '../../core/dataset/nasty-files.ts';
import { runRecordOf } from '../../support/run-record.ts';
import { type StorageCloud, startStorageCloud } from '../../support/storage-cloud.ts';

let cloud: StorageCloud;
beforeAll(async () => {
  cloud = await startStorageCloud();
});
afterAll(() => cloud.close());
afterEach(async () => {
  expect(await cloud.importKeys()).toEqual([]);
});

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const file = (content: Buffer | string, name = 'tickets.csv'): DatasetSource => ({
  name,
  bytes: once(Buffer.from(content)),
});
const importText = (content: Buffer | string, options: ImportOptions = {}, name?: string) =>
  importDataset(file(content, name), options, cloud);
const rowsOf = (datasetId: string) =>
  runQuery(
    `SELECT sample_id, row_index, input, expected, metadata FROM "${cloud.database}"."evaluation_datasets" WHERE dataset_id = '${datasetId}' ORDER BY row_index`,
    cloud,
  );

async function exported(datasetId: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await exportDataset(datasetId, cloud)).bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('an import', () => {
  it('puts every row into the table, in order, with what is known about the file', async () => {
    const imported = await importText('id,q,expected\nt-1,"What, now?",007\nt-2,Ü,\n', {
      idColumn: 'id',
      name: 'Support Tickets',
    });
    expect(imported).toMatchObject({ rows: 2, created: true, name: 'Support Tickets', version: 1 });
    expect(imported.datasetId).toMatch(/^support-tickets-[0-9a-f]{10}$/);
    expect(datasetIdSchema.safeParse(imported.datasetId).success).toBe(true);
    expect(await rowsOf(imported.datasetId)).toEqual([
      { sample_id: 't-1', row_index: '0', input: '{"id":"t-1","q":"What, now?"}', expected: '007', metadata: null },
      { sample_id: 't-2', row_index: '1', input: '{"id":"t-2","q":"Ü"}', expected: null, metadata: null },
    ]);
    expect(await showDataset(imported.datasetId, cloud)).toMatchObject({
      name: 'Support Tickets',
      version: 1,
      sourceName: 'tickets.csv',
      contentHash: imported.contentHash,
      rows: 2,
      sample: [
        { sampleId: 't-1', rowIndex: 0, input: { id: 't-1', q: 'What, now?' }, expected: '007' },
        { sampleId: 't-2', rowIndex: 1 },
      ],
    });
  });

  it('gives rows without an id column the same ids every time, and other ids to other rows', async () => {
    const first = await importText('a,b\nx,1\nx,1\ny,2\n', { name: 'hashed' });
    const second = await importText('a,b\nx,1\nx,1\nz,2\n', { name: 'hashed' });
    const ids = async (datasetId: string) => (await rowsOf(datasetId)).map((row) => row.sample_id);
    const [before, after] = [await ids(first.datasetId), await ids(second.datasetId)];
    expect(new Set(before).size).toBe(3);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).not.toBe(before[2]);
    expect([first.version, second.version]).toEqual([1, 2]);
  });

  it('of the same content says so and makes no second copy', async () => {
    const content = 'a\nonce\n';
    const first = await importText(content, { name: 'twice' });
    const again = await importText(content, { name: 'another name' });
    expect(again).toMatchObject({ created: false, datasetId: first.datasetId, name: 'twice', version: 1, rows: 1 });
    expect(await rowsOf(first.datasetId)).toHaveLength(1);
    const other = await importText(content, { name: 'twice', idColumn: 'a' });
    expect(other).toMatchObject({ created: true, version: 2 });
  });

  it('of the same content twice at once makes one copy', async () => {
    const both = await Promise.all([
      importText('a\ntogether\n', { name: 'race' }),
      importText('a\ntogether\n', { name: 'race' }),
    ]);
    expect(both.map((one) => one.created).sort()).toEqual([false, true]);
    expect(await rowsOf(both[0].datasetId)).toHaveLength(1);
  });

  it('does not wait for ever behind one that died, and waits behind one that lives', async () => {
    const times = { renewMs: 50, staleMs: 400 };
    const Key = 'imports/locks/left-behind';
    await cloud.s3.send(new PutObjectCommand({ Bucket: cloud.bucket, Key, Body: 'by one that died' }));
    const order: string[] = [];
    const slow = withNameLock('left-behind', cloud, () => sleep(900).then(() => order.push('first')), times);
    await sleep(600);
    await Promise.all([slow, withNameLock('left-behind', cloud, async () => order.push('second'), times)]);
    expect(order).toEqual(['first', 'second']);
  });

  it('that is refused in its last row leaves nothing', async () => {
    const before = await listDatasets(cloud);
    const content = `a,b\n${'1,2\n'.repeat(100_000)}3\n`;
    await expect(importText(content)).rejects.toMatchObject({ name: 'InvalidDataset', line: 100_002 });
    expect(await listDatasets(cloud)).toEqual(before);
  });

  it('that is stopped on its way leaves nothing', async () => {
    const before = await listDatasets(cloud);
    const stop = new AbortController();
    const bytes = async function* () {
      yield Buffer.from('a\n');
      for (let chunk = 0; ; chunk++) {
        if (chunk === 8) stop.abort();
        yield Buffer.from('some text that takes room\n'.repeat(20_000));
        await sleep(1);
      }
    };
    const deps = { ...cloud, signal: stop.signal };
    await expect(importDataset({ name: 'endless.csv', bytes: bytes() }, {}, deps)).rejects.toThrow(/abort/i);
    expect(await listDatasets(cloud)).toEqual(before);
  });

  it('whose INSERT fails leaves nothing', async () => {
    const tables = { ...cloud.tables, datasets: '"another_database"."evaluation_datasets"' };
    await expect(importDataset(file('a\n1\n'), {}, { ...cloud, tables })).rejects.toMatchObject({
      name: 'QueryFailed',
    });
  });

  it('whose source breaks leaves nothing', async () => {
    const bytes = async function* () {
      yield Buffer.from('a\n1\n');
      throw new Error('the disk is gone');
    };
    await expect(importDataset({ name: 'a.csv', bytes: bytes() }, {}, cloud)).rejects.toThrow('the disk is gone');
  });

  it('of several objects brings every row', async () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => ({ n, text: `row ${n} ${'x'.repeat(300)}` }));
    const imported = await importDataset({ rows, name: 'many' }, {}, cloud);
    expect(imported.rows).toBe(30_000);
    const [counted] = await runQuery(
      `SELECT count(*) AS c, count(DISTINCT sample_id) AS ids, sum(row_index) AS total FROM "${cloud.database}"."evaluation_datasets" WHERE dataset_id = '${imported.datasetId}'`,
      cloud,
    );
    expect(counted).toEqual({ c: '30000', ids: '30000', total: String((30_000 * 29_999) / 2) });
  });

  it('takes rows given directly, and refuses one that is no object', async () => {
    const imported = await importDataset(
      { rows: [{ a: 1, when: new Date(0) }, { a: [2] }] },
      { name: 'direct' },
      cloud,
    );
    expect((await rowsOf(imported.datasetId)).map((row) => row.input)).toEqual([
      '{"a":1,"when":"1970-01-01T00:00:00.000Z"}',
      '{"a":[2]}',
    ]);
    await expect(importDataset({ rows: [{ a: 1 }, [2]] }, {}, cloud)).rejects.toThrow('Line 2: the row is an array');
    await expect(importDataset({ rows: [{ a: 1n }] }, {}, cloud)).rejects.toThrow('Row 1 cannot be written as JSON');
  });

  it('survives names and texts that mean something in SQL', async () => {
    const imported = await importText(
      'a\'b,"c""d"\n\'; DROP TABLE x; --,\'\'\n',
      { name: 'it\'s; "quoted" -- name' },
      "o'file.csv",
    );
    expect(await showDataset(imported.datasetId, cloud)).toMatchObject({
      name: 'it\'s; "quoted" -- name',
      sourceName: "o'file.csv",
    });
    expect((await exported(imported.datasetId)).toString()).toBe('a\'b,"c""d"\n\'; DROP TABLE x; --,\'\'\n');
  });

  it('of a file that is not there says so', async () => {
    await expect(importDataset({ path: '/nowhere/a.csv' }, {}, cloud)).rejects.toThrow(
      'There is no file "/nowhere/a.csv".',
    );
  });
});

describe('nasty files, through S3 and Athena and back', () => {
  // What becomes of each of them is `core`'s; the way there and back is tried with some, by `npm run soak` with all.
  const every = process.env.ROLLCALL_SOAK ? 1 : 5;
  const files = NASTY_FILES.filter((one) => one.rows).filter((_, index) => index % every === 0);

  it('come back with the bytes they had', async () => {
    const through = async ({ name, content, options, exported: other, title }: NastyFile) => {
      const { datasetId } = await importText(content, { ...options, name: title }, name);
      expect((await exported(datasetId)).toString('hex'), title).toBe((other ?? content).toString('hex'));
    };
    for (let start = 0; start < files.length; start += 8) await Promise.all(files.slice(start, start + 8).map(through));
  }, 90_000);

  it('are refused before anything is written', async () => {
    const before = await listDatasets(cloud);
    for (const { content, options, name } of NASTY_FILES.filter((one) => one.refusal)) {
      await expect(importText(content, options, name)).rejects.toMatchObject({ name: 'InvalidDataset' });
    }
    expect(await listDatasets(cloud)).toEqual(before);
  });
});

describe('a preview', () => {
  it('shows columns, types, counts, first rows, the mapping and what to know, and writes nothing', async () => {
    const before = await listDatasets(cloud);
    const content =
      'id,zip,n,price,ok,args,note,Prompt\n1,007,5,1.5,true,{},=A1,a\n2,01,6,2,FALSE,[1],,b\n3,9,7,3,true,{},,c\n';
    const shown = await previewDataset(file(content), { fields: ['prompt', 'context'] }, 2);
    expect(shown.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['zip', 'text'],
      ['n', 'integer'],
      ['price', 'number'],
      ['ok', 'boolean'],
      ['args', 'json'],
      ['note', 'text'],
      ['Prompt', 'text'],
    ]);
    expect(shown).toMatchObject({ format: 'csv', delimiter: ',', encoding: 'utf-8', rows: 3 });
    expect(shown.sample).toHaveLength(2);
    expect(shown.sample[0]).toMatchObject({ zip: '007', note: '=A1' });
    expect(shown.mapping?.jsonata).toBe('{\n  "prompt": input.Prompt\n}');
    expect(shown.warnings).toEqual([
      'No column feeds the input field "context".',
      'Numbers with leading zeros stay text: "zip".',
      'Cells that begin with "=" stay text, nothing is computed: "note".',
    ]);
    expect(await listDatasets(cloud)).toEqual(before);
  });

  it('tells the types of JSON values', async () => {
    const shown = await previewDataset(file('{"a":1,"b":"x","c":{}}\n{"a":1.5,"b":2,"d":null}\n', 'a.jsonl'));
    expect(shown.columns.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'number'],
      ['b', 'mixed'],
      ['c', 'json'],
      ['d', 'empty'],
    ]);
    expect(shown.sample[1]).toEqual({ a: 1.5, b: 2, d: null });
  });
});

describe('datasets that are there', () => {
  it('are listed, newest first', async () => {
    const older = await importText('a\nolder\n', { name: 'older' });
    const newer = await importText('a\nnewer\n', { name: 'newer' });
    const [first, second] = await listDatasets(cloud);
    expect([first?.datasetId, second?.datasetId]).toEqual([newer.datasetId, older.datasetId]);
    expect(first).toMatchObject({ name: 'newer', version: 1, rows: 1, sourceName: 'tickets.csv' });
    expect(Math.abs(Date.parse(first?.importedAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('are deleted, and can be imported again', async () => {
    const content = 'a\nfor a while\n';
    const { datasetId } = await importText(content);
    expect(await deleteDataset(datasetId, cloud)).toMatchObject({ datasetId, rows: 1 });
    await expect(showDataset(datasetId, cloud)).rejects.toMatchObject({ name: 'DatasetNotFound' });
    expect(await importText(content)).toMatchObject({ datasetId, created: true, version: 1 });
  });

  it.each(['pending', 'running', 'pausing', 'paused'] as const)('are not deleted while a run is %s', async (status) => {
    const { datasetId } = await importText(`a\nused by a ${status} run\n`);
    const run = runRecordOf({ evaluation_id: `run-${status}`, dataset_id: datasetId, status });
    await cloud.runs.create(run);
    await expect(deleteDataset(datasetId, cloud)).rejects.toMatchObject({
      name: 'DatasetInUse',
      message: `Dataset ${datasetId} is used by the run run-${status}. Wait until they end, or cancel them first.`,
    });
    await cloud.runs.update(run, { status: 'completed' });
    await deleteDataset(datasetId, cloud);
  });

  it.each(['nothing-like-it', 'no id; at all'])(
    'are asked for by an id that exists: %s does not',
    async (datasetId) => {
      for (const work of [showDataset, deleteDataset, exportDataset]) {
        await expect(work(datasetId, cloud)).rejects.toMatchObject({ name: 'DatasetNotFound' });
      }
    },
  );

  it('are exported also when they were put there by plain SQL', async () => {
    await runQuery(
      `INSERT INTO "${cloud.database}"."evaluation_datasets" (dataset_id, sample_id, row_index, input, expected) VALUES ('by-hand', 's1', 0, '{"q":"x"}', 'y'), ('by-hand', 's2', 1, 'plain text', NULL)`,
      cloud,
    );
    expect((await exported('by-hand')).toString()).toBe(
      '{"sample_id":"s1","input":{"q":"x"},"expected":"y"}\n{"sample_id":"s2","input":"plain text"}\n',
    );
    expect(await showDataset('by-hand', cloud)).toMatchObject({
      rows: 2,
      sample: [{ sampleId: 's1' }, { sampleId: 's2' }],
    });
    await deleteDataset('by-hand', cloud);
  });
});
