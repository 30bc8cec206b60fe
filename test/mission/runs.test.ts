import { setTimeout as sleep } from 'node:timers/promises';
import { HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IndexRow } from '../../contracts/api/rows.ts';
import type { RunCharts } from '../../contracts/api/run-charts.ts';
import type { Run, RunDetail } from '../../contracts/api/runs.ts';
import { rowIndexKey } from '../../contracts/storage-keys.ts';
import { runLogPrefix } from '../../domain/run-log/log-keys.ts';
import { ApiClient } from '../support/api-client.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

interface Rows {
  readonly rows: IndexRow[];
  readonly matching: number;
  readonly settled: number;
  readonly cursor?: string;
}

let cloud: RollcallCloud;
let api: ApiClient;
let endpoint: CountingEndpoint;
let delayMs = 0;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, 'api-runs', 'operator');
  endpoint = await countingEndpoint(() => ({ delayMs }));
  const inputs = Array.from({ length: 12 }, (_, index) => ({ question: `number ${index}` }));
  await cloud.insertDataset('api-runs..twelve', inputs);
});
afterAll(() => endpoint.close());

const config = (more: object = {}) => ({
  executionMode: 'endpoint',
  endpoint: { url: endpoint.url, allowPrivateAddresses: true },
  ...more,
});

async function ended(id: string): Promise<RunDetail> {
  for (;;) {
    const { status, body } = await api.send('GET', `runs/${id}`);
    const run = body.data as RunDetail | undefined;
    if (status === 200 && run?.finishedAt) return run;
    await sleep(50);
  }
}

describe('Runs over the API', () => {
  it('start, report their status and are listed, under the tenant’s own names', async () => {
    const body = { datasetId: 'twelve', evaluationId: 'first', targetName: 'counter', config: config() };
    expect((await api.send('POST', 'runs', body)).status).toBe(202);
    const run = await ended('first');
    expect(run).toMatchObject({ evaluationId: 'first', datasetId: 'twelve', status: 'completed', total: 12 });
    expect(run.progress).toMatchObject({ total: 12, succeeded: 12, percent: 100 });
    expect(run.summary).toMatchObject({ evaluationId: 'first', datasetId: 'twelve' });
    expect(await cloud.record('api-runs..first')).toMatchObject({ dataset_id: 'api-runs..twelve' });
    const { runs } = await api.data<{ runs: Run[] }>('GET', 'runs?target=counter');
    expect(runs.map(({ evaluationId }) => evaluationId)).toEqual(['first']);
    // Step Functions takes the same start again as long as the execution runs.
    await cloud.end((await cloud.record('api-runs..first')).execution_arn);
    expect((await api.send('POST', 'runs', body)).body.error?.code).toBe('RunExists');
  });

  it('have a name and tags that can be changed at any time and searched', async () => {
    const labels = { name: 'Prompt v2', tags: ['nightly', 'v2', 'nightly'] };
    await api.data('POST', 'runs', {
      datasetId: 'twelve',
      evaluationId: 'named',
      limit: 1,
      config: config(),
      ...labels,
    });
    expect(await ended('named')).toMatchObject({ kind: 'evaluation', name: 'Prompt v2', tags: ['nightly', 'v2'] });
    const found = async (filter: string) => {
      const { runs } = await api.data<{ runs: Run[] }>('GET', `runs?${filter}`);
      return runs.map(({ evaluationId }) => evaluationId);
    };
    expect(await found('name=pROMPT')).toEqual(['named']);
    const relabelled = await api.data<Run>('PATCH', 'runs/named', { name: null, tags: ['baseline'] });
    expect(relabelled).toMatchObject({ evaluationId: 'named', tags: ['baseline'] });
    expect(relabelled).not.toHaveProperty('name');
    expect([await found('tag=baseline'), await found('tag=v2')]).toEqual([['named'], []]);
    expect(await found(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await found('to=2026-01-01T00:00:00Z')).toEqual([]);
    for (const body of [{}, { name: '' }, { tags: ['two words'] }, { status: 'completed' }]) {
      expect((await api.send('PATCH', 'runs/named', body)).status).toBe(400);
    }
    expect((await api.send('PATCH', 'runs/nowhere', { name: 'x' })).status).toBe(404);
  });

  it('show their rows sorted, filtered, searched and page by page, each row once', async () => {
    const Key = rowIndexKey('api-runs..first');
    await cloud.s3.send(new HeadObjectCommand({ Bucket: cloud.output('DataBucketName'), Key }));
    const first = await api.data<Rows>('GET', 'runs/first/rows?limit=5&sort=-row');
    expect([first.matching, first.settled, first.rows.map(({ rowIndex }) => rowIndex)]).toEqual([
      12,
      12,
      [11, 10, 9, 8, 7],
    ]);
    const second = await api.data<Rows>('GET', `runs/first/rows?limit=5&sort=-row&cursor=${first.cursor}`);
    expect(second.rows.map(({ rowIndex }) => rowIndex)).toEqual([6, 5, 4, 3, 2]);
    const other = await api.send('GET', `runs/first/rows?limit=5&sort=row&cursor=${first.cursor}`);
    expect([other.status, other.body.error?.message]).toEqual([400, expect.stringContaining('cursor')]);
    const found = await api.data<Rows>('GET', 'runs/first/rows?search=NUMBER%2011');
    expect(found.rows).toMatchObject([{ rowIndex: 11, sampleId: 's11', status: 'succeeded', errorName: null }]);
    expect((await api.data<Rows>('GET', 'runs/first/rows?filter=status:failed')).matching).toBe(0);
    expect((await api.send('GET', 'runs/first/rows?filter=colour:red')).status).toBe(400);
    const whole = await api.data<Record<string, unknown>>('GET', 'runs/first/rows/3');
    expect(whole).toMatchObject({ sample_id: 's3', dataset_id: 'twelve', evaluation_id: 'first' });
    expect((await api.send('GET', 'runs/first/rows/99')).status).toBe(404);
    expect((await api.send('GET', 'runs/first/rows/3?trial=1')).status).toBe(404);
    expect((await api.data<Rows>('GET', 'runs/first/rows?filter=slowerThan:60000')).matching).toBe(0);
    const [settled] = (await api.data<Rows>('GET', 'runs/first/rows?limit=1')).rows;
    expect(Date.now() - Date.parse(settled?.finishedAt ?? '')).toBeLessThan(600_000);
    const charts = await api.data<RunCharts>('GET', 'runs/first/charts');
    expect(charts.latencyMs.counts.reduce((sum, rows) => sum + rows, 0)).toBe(12);
    expect(charts.errors).toEqual([]);
  });

  it('start once per Idempotency-Key', async () => {
    const body = { datasetId: 'twelve', config: config(), limit: 1 };
    const headers = { 'idempotency-key': 'abc' };
    const answers = await Promise.all([1, 2].map(() => api.send('POST', 'runs', body, headers)));
    const later = await api.send('POST', 'runs', body, headers);
    expect(later.headers.get('idempotency-replayed')).toBe('true');
    expect(answers.map(({ status }) => status)).toContain(202);
    const { evaluationId } = later.body.data as Run;
    for (const answer of answers) {
      if (answer.status === 202) expect(answer.body.data).toMatchObject({ evaluationId });
      else expect(answer.body.error?.code).toBe('Conflict');
    }
    expect((await api.send('POST', 'runs', { ...body, limit: 2 }, headers)).status).toBe(422);
    await ended(evaluationId);
  });

  it('are refused with every mistake before anything starts', async () => {
    const refused = async (body: object) => (await api.send('POST', 'runs', body)).body.error;
    expect(await refused({ datasetId: 'twelve' })).toMatchObject({ code: 'InvalidRequest' });
    expect((await refused({ datasetId: 'twelve', configId: 'none' }))?.code).toBe('ConfigNotFound');
    expect((await refused({ datasetId: 'other..twelve', config: config() }))?.message).toContain('..');
    expect((await refused({ datasetId: 'twelve', config: { executionMode: 'endpoint' } }))?.message).toContain(
      'endpoint',
    );
  });

  it('are cancelled, exported and deleted with all that belongs to them', async () => {
    const slow = config({ executor: { maxConcurrency: 1, timeoutSeconds: 60 } });
    delayMs = 300;
    endpoint.calls.clear();
    await api.data('POST', 'runs', { datasetId: 'twelve', evaluationId: 'gone', config: slow });
    await expect.poll(() => endpoint.calls.size).toBeGreaterThan(0);
    expect((await api.send('DELETE', 'runs/gone')).body.error?.code).toBe('RunStillActive');
    expect(await api.data('POST', 'runs/gone/cancel', { reason: 'test' })).toMatchObject({ status: 'cancelled' });
    delayMs = 0;
    await ended('gone');
    const made = await api.data<{ url?: string }>('POST', 'runs/gone/export', { format: 'csv' });
    // On a busy machine it goes on after the answer.
    const later = () => api.data<{ url: string }>('GET', 'runs/gone/export');
    const url = made.url ?? (await vi.waitFor(later, 120_000)).url;
    expect(await (await fetch(url)).text()).toContain('sample_id');
    // Some rows lie beside the file of all, and are waited for by what they are.
    const some = { format: 'csv', filter: { status: 'succeeded' } };
    const answered = await api.data<{ url: string }>('POST', 'runs/gone/export', some);
    expect(answered.url).toContain('gone.succeeded.csv');
    const asked = (query: string) => api.data('GET', `runs/gone/export?${query}&before=never`);
    expect(await asked('format=csv&part=succeeded')).toMatchObject({ status: 'done' });
    expect(await asked('format=json')).toEqual({
      status: 'running',
      ask: { format: 'json', part: '', before: 'never' },
    });
    // One that fails when nobody waits any more is told to who asks for it later.
    const since = new Date().toISOString();
    const broken = await api.send('POST', 'runs/gone/export', { format: 'json', columns: ['no_such'] });
    const told = await api.send('GET', `runs/gone/export?format=json&before=never&since=${since}`);
    expect(told.body.error).toMatchObject({ code: 'InvalidExportRequest', message: broken.body.error?.message });
    expect(await asked(`format=json&since=${new Date().toISOString()}`)).toMatchObject({ status: 'running' });
    expect((await api.send('DELETE', 'runs/gone')).status).toBe(202);
    expect((await api.send('GET', 'runs/gone')).status).toBe(404);
    while (await cloud.runs.find('api-runs..gone')) await sleep(50);
    expect(await cloud.results('api-runs..gone')).toEqual([]);
    const left = await cloud.s3.send(
      new ListObjectsV2Command({ Bucket: cloud.output('DataBucketName'), Prefix: runLogPrefix('api-runs..gone') }),
    );
    expect(left.KeyCount).toBe(0);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(answered.url)).status).toBe(404);
  });
});

describe('Configurations over the API', () => {
  it('are stored, read, replaced only by a caller who has seen them, and deleted', async () => {
    const stored = await api.send('PUT', 'configs/nightly', config());
    expect([stored.status, stored.headers.get('etag')]).toEqual([200, '"1"']);
    const match = { 'if-match': '"1"' };
    expect((await api.send('PUT', 'configs/nightly', config(), match)).headers.get('etag')).toBe('"2"');
    expect((await api.send('PUT', 'configs/nightly', config(), match)).status).toBe(412);
    expect((await api.send('PUT', 'configs/nightly', config(), { 'if-none-match': '*' })).status).toBe(412);
    expect(await api.data('GET', 'configs')).toMatchObject({ configs: [{ configId: 'nightly', version: 2 }] });
    await api.data('POST', 'runs', { datasetId: 'twelve', evaluationId: 'by-name', configId: 'nightly', limit: 1 });
    expect(await ended('by-name')).toMatchObject({ status: 'completed', total: 1 });
    await api.data('DELETE', 'configs/nightly');
    expect((await api.send('GET', 'configs/nightly')).body.error?.code).toBe('ConfigNotFound');
    expect((await api.send('PUT', 'configs/bad', { executionMode: 'tool' })).status).toBe(400);
  });
});
