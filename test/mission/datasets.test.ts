import { beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, DatasetImport, DatasetRowView } from '../../contracts/api/datasets.ts';
import { ApiClient } from '../support/api-client.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const CSV = 'id,question,expected,team\nt-1,"Why, though?",because,red\nt-2,مرحبا 🙂,hello,blue\n';

let cloud: RollcallCloud;
let api: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, 'importers');
});

async function upload(client: ApiClient, content: string, fileName = 'tickets.csv'): Promise<string> {
  const { uploadId, url } = await client.data<{ uploadId: string; url: string }>('POST', 'uploads', { fileName });
  const sent = await fetch(url, { method: 'PUT', body: content });
  expect(sent.status).toBe(200);
  return uploadId;
}

describe('A dataset over the API', () => {
  it('is previewed, imported, listed, read and deleted', async () => {
    const uploadId = await upload(api, CSV);
    const { preview } = await api.data<DatasetImport>('POST', 'datasets/preview', { uploadId, fields: ['question'] });
    expect(preview).toMatchObject({ format: 'csv', rows: 2, delimiter: ',', mapping: { unmapped: ['id', 'team'] } });
    expect(preview?.columns.map(({ name, place }) => `${name} ${place}`)).toEqual([
      'id metadata',
      'question input',
      'expected expected',
      'team metadata',
    ]);
    expect(preview?.sample[1]?.question).toBe('مرحبا 🙂');

    const body = { uploadId, name: 'Support tickets', idColumn: 'id', fields: ['question'] };
    const { dataset } = await api.data<DatasetImport>('POST', 'datasets', body);
    expect(dataset).toMatchObject({ rows: 2, version: 1, created: true, name: 'Support tickets' });
    const id = dataset?.datasetId ?? '';
    expect(id).toMatch(/^support-tickets-[0-9a-f]{10}$/);
    const { datasets } = await api.data<{ datasets: Dataset[] }>('GET', 'datasets');
    expect(datasets).toMatchObject([{ datasetId: id, rows: 2, sourceName: 'tickets.csv' }]);
    const { rows } = await api.data<{ rows: DatasetRowView[] }>('GET', `datasets/${id}/rows`);
    expect(rows[0]).toMatchObject({
      sampleId: 't-1',
      input: { question: 'Why, though?' },
      expected: 'because',
      metadata: { team: 'red' },
    });

    expect(await api.data('DELETE', `datasets/${id}`)).toMatchObject({ status: 'done', deleted: id });
    expect((await api.send('GET', `datasets/${id}`)).status).toBe(404);
  });

  it('is made from rows in the request, and identical rows are the same dataset', async () => {
    const rows = [{ question: 'One?' }, { question: 'Two?', nested: { a: [1] } }];
    const first = await api.data<DatasetImport>('POST', 'datasets', { rows, name: 'typed' });
    expect(first.dataset).toMatchObject({ rows: 2, created: true });
    const again = await api.data<DatasetImport>('POST', 'datasets', { rows, name: 'typed' });
    expect(again.dataset).toMatchObject({ created: false, datasetId: first.dataset?.datasetId });
    expect(await api.data('GET', `imports/${again.importId}`)).toMatchObject({ status: 'done' });
  });

  it('keeps a column named __proto__ from a request, a table or JSON', async () => {
    const line = '{"question":"One?","__proto__":"kept","constructor":"too"}';
    const csv = 'question,__proto__,constructor\nOne?,kept,too\n';
    const files = { 'p.csv': csv, 'p.jsonl': `${line}\n`, 'p.json': `[${line}]` };
    const uploads = Object.entries(files).map(async ([name, content]) => ({
      uploadId: await upload(api, content, name),
    }));
    for (const [at, source] of [`{"rows":[${line}]}`, ...(await Promise.all(uploads))].entries()) {
      const body = typeof source === 'string' ? source : JSON.stringify(source);
      const { preview } = await api.data<DatasetImport>('POST', 'datasets/preview', body);
      expect(JSON.stringify(preview?.sample)).toBe(`[${line}]`);
      const { dataset } = await api.data<DatasetImport>('POST', 'datasets', body.replace('{', `{"name":"p-${at}",`));
      const { rows } = await api.data<{ rows: DatasetRowView[] }>('GET', `datasets/${dataset?.datasetId}/rows`);
      expect(JSON.stringify(rows[0]?.input)).toBe(line);
    }
  });

  it('with long cells can be previewed', async () => {
    const uploadId = await upload(api, `text\n${'x'.repeat(150_000)}\n${'y'.repeat(150_000)}\n`, 'long.csv');
    const { preview } = await api.data<DatasetImport>('POST', 'datasets/preview', { uploadId });
    expect(preview?.sample.map(({ text }) => String(text).length)).toEqual([500, 500]);
  });

  it('belongs to one tenant, whatever its content', async () => {
    const other = await ApiClient.create(cloud, 'importers-b');
    const imported = async (client: ApiClient) => {
      const uploadId = await upload(client, 'question\nshared?\n', 'shared.csv');
      return (await client.data<DatasetImport>('POST', 'datasets', { uploadId })).dataset;
    };
    expect(await imported(api)).toMatchObject({ created: true, version: 1 });
    const theirs = await imported(other);
    expect(theirs).toMatchObject({ created: true, version: 1 });
    await api.data('DELETE', `datasets/${theirs?.datasetId}`);
    expect((await other.send('GET', `datasets/${theirs?.datasetId}`)).status).toBe(200);
  });

  it('with a bad line, a duplicate header or a non-object is refused with its position, and nothing is written', async () => {
    const refused = async (content: string, fileName: string, more: object = {}) => {
      const uploadId = await upload(api, content, fileName);
      const looked = await api.send('POST', 'datasets/preview', { uploadId, ...more });
      const imported = await api.send('POST', 'datasets', { uploadId, ...more });
      expect(imported.body).toEqual(looked.body);
      return [looked.status, looked.body.error?.code, looked.body.error?.details];
    };
    expect(await refused('a,b\n1,2\n"3,4\n', 'open.csv')).toEqual([400, 'InvalidDataset', { line: 3 }]);
    expect(await refused('{"a":1}\n{"a":\n', 'broken.jsonl')).toEqual([400, 'InvalidDataset', { line: 2 }]);
    expect(await refused('a\n1\n', 'a.csv', { idColumn: 'b' })).toEqual([400, 'InvalidDataset', { column: 'b' }]);
    expect(await refused('', 'empty.csv')).toEqual([400, 'InvalidDataset', undefined]);
    const bare = await api.data<{ uploadId: string }>('POST', 'uploads', { fileName: 'never-sent.csv' });
    expect((await api.send('POST', 'datasets', { uploadId: bare.uploadId })).body.error).toMatchObject({
      code: 'UploadNotFound',
    });
    expect((await api.send('POST', 'datasets', { uploadId: bare.uploadId, rows: [{}] })).status).toBe(400);
  });
});
