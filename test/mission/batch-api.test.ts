import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalledTarget, ItemsPage, Job, SubmittedJob } from '../../contracts/api/jobs.ts';
import { answerTo } from '../../examples/limited-api/bulk-answer.ts';
import { startLimitedApi } from '../../examples/limited-api/limited-api.ts';
import { ApiClient } from '../support/api-client.ts';
import { rollcall } from '../support/command-line.ts';
import { numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { countedTarget } from '../support/job-cloud.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let api: ApiClient;
let endpoint: CountingEndpoint;
const failing = new Set<number>();
let delayMs = 0;
/** Items that are answered only when this is over. */
const held = new Map<number, Promise<void>>();

beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, 'shop');
  endpoint = await countingEndpoint(({ n = -1 }) => ({
    delayMs,
    after: held.get(n),
    ...(failing.has(n) && { status: 422, body: { error: `no ${n}` } }),
  }));
  await put('update');
});
afterAll(() => endpoint?.close());

const put = (action: string, changes: object = {}, headers: Record<string, string> = {}) =>
  api.send('PUT', `targets/crm/${action}`, countedTarget(action, cloud, endpoint, changes), headers);
const batch = (inputs: unknown[], config: object = {}, actionSlug = 'update') => ({
  integrationSlug: 'crm',
  actionSlug,
  items: inputs.map((input) => ({ input })),
  config,
});
const submit = (inputs: unknown[], config: object = {}) =>
  api.data<SubmittedJob>('POST', 'batch', batch(inputs, config));
const errorOf = async (...request: Parameters<ApiClient['send']>) => {
  const { status, body } = await api.send(...request);
  return { status, ...body.error };
};
async function jobUntil(jobId: string, isReached = (job: Job) => job.finishedAt !== undefined): Promise<Job> {
  for (;;) {
    const job = await api.data<Job>('GET', `jobs/${jobId}`);
    if (isReached(job)) return job;
    await sleep(25);
  }
}

describe('A batch over the API', () => {
  it('is refused for an action that is unknown or not enabled for batches', async () => {
    await put('single', { batchEnabled: false });
    expect(await errorOf('POST', 'batch', batch(numbers(1), {}, 'single'))).toMatchObject({
      status: 400,
      code: 'BatchNotEnabled',
      message: 'Batch not enabled for this action',
    });
    expect(await errorOf('POST', 'batch', batch(numbers(1), {}, 'nothing'))).toMatchObject({ status: 404 });
  });

  it('is refused with too many items, with none, or with invalid ones, and names each invalid item', async () => {
    await put('few', { batchConfig: { maxItems: 2 } });
    expect(await errorOf('POST', 'batch', batch(numbers(3), {}, 'few'))).toMatchObject({
      status: 400,
      code: 'TooManyItems',
    });
    expect(await errorOf('POST', 'batch', batch([]))).toMatchObject({ status: 400, code: 'InvalidRequest' });
    expect(await errorOf('POST', 'batch', batch([{ n: 1 }, { n: 'x' }, {}]))).toMatchObject({
      status: 400,
      code: 'InvalidItems',
      details: {
        invalidItems: 2,
        items: [
          { index: 1, errors: ['/n: must be integer'] },
          { index: 2, errors: ["/: must have required property 'n'"] },
        ],
      },
    });
    const allInvalid = batch([{}, {}], { skipInvalidItems: true });
    expect(await errorOf('POST', 'batch', allInvalid)).toMatchObject({ status: 400, code: 'InvalidItems' });
  });

  it('of 50 items completes although 5 fail, and a retry calls only those 5', async () => {
    for (const n of [3, 13, 23, 33, 43]) failing.add(n);
    const answer = await api.send('POST', 'batch', batch(numbers(50), { concurrency: 20 }));
    expect(answer.status).toBe(202);
    const { jobId, ...submitted } = answer.body.data as SubmittedJob;
    expect(submitted).toEqual({ status: 'pending', itemCount: 50, hasBulkRoute: false });
    expect(await jobUntil(jobId)).toMatchObject({
      status: 'completed',
      progress: 100,
      itemCounts: { succeeded: 45, failed: 5, skipped: 0, running: 0, pending: 0 },
      output: { succeeded: 45, failed: 5, skipped: 0, bulkCallsMade: 0, individualCallsMade: 50 },
    });
    const { items } = await api.data<ItemsPage>('GET', `jobs/${jobId}/items?status=failed`);
    expect(items.map(({ index }) => index)).toEqual([...failing]);
    expect(items[0]?.error).toMatchObject({ name: 'TargetRejected', message: expect.stringContaining('no 3') });

    failing.clear();
    const before = endpoint.total();
    await api.data('POST', `jobs/${jobId}/retry`);
    expect(await jobUntil(jobId)).toMatchObject({ itemCounts: { succeeded: 50, failed: 0 } });
    expect(endpoint.total() - before).toBe(5);
  });

  it('can be submitted from the command line, which says why items failed', async () => {
    failing.add(1);
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-batch-'));
    const file = join(folder, 'items.json');
    writeFileSync(file, JSON.stringify(numbers(3)));
    const words = ['batch', 'crm/update', file, '--tenant', 'shop', '--wait', '--data', cloud.dataDir];
    const { code, stdout } = await rollcall(...words);
    rmSync(folder, { recursive: true });
    failing.clear();
    expect(stdout).toMatch(/2 answered · 1 error · 0 skipped\n\n {2}1 × TargetRejected {2}row 2\n {6}HTTP 422: no 1\n/);
    expect(code).toBe(1);
  });

  it('starts one job per Idempotency-Key', async () => {
    const send = () => api.data<SubmittedJob>('POST', 'batch', batch(numbers(2)), { 'idempotency-key': 'one' });
    const { jobId } = await send();
    expect((await send()).jobId).toBe(jobId);
    const tries = endpoint.total();
    const tried = () => api.send('POST', 'targets/crm/update/try', { input: { n: 1 } }, { 'idempotency-key': 'two' });
    expect((await tried()).body).toEqual((await tried()).body);
    await jobUntil(jobId);
    expect(endpoint.total() - tries).toBeLessThanOrEqual(3);
  });
});

describe('A batch for an API with a rate limit', () => {
  it('uses the bulk endpoint of its action, and without one is paced so that no call is throttled', async () => {
    const limited = await startLimitedApi({ limit: 20, windowMs: 1_000 });
    const action = {
      endpoint: { url: `${limited.url}/items`, allowPrivateAddresses: true },
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    };
    await put('one-by-one', action);
    const bulkConfig = { endpoint: '/bulk', maxItemsPerCall: 20, responseMapping: { itemIdField: 'id' } };
    await put('in-bulk', { ...action, bulkConfig });
    const itemsOf = (name: string) => Array.from({ length: 40 }, (_, index) => ({ id: `${name}-${index}` }));
    const run = async (actionSlug: string) => {
      const body = batch(itemsOf(actionSlug), { concurrency: 20 }, actionSlug);
      const { jobId, hasBulkRoute } = await api.data<SubmittedJob>('POST', 'batch', body);
      const { status, output } = await jobUntil(jobId);
      const { items } = await api.data<ItemsPage>('GET', `jobs/${jobId}/items?limit=500`);
      return { hasBulkRoute, status, output, outputs: items.map((item) => item.output) };
    };
    const done = { status: 'completed', output: { succeeded: 40, failed: 0, skipped: 0 } };
    const outputs = (name: string) => itemsOf(name).map(({ id }) => answerTo({ id }));

    const inBulk = await run('in-bulk');
    expect(inBulk).toMatchObject({ ...done, hasBulkRoute: true, output: { bulkCallsMade: 2, individualCallsMade: 0 } });
    expect(inBulk.outputs).toEqual(outputs('in-bulk'));
    expect([limited.bulkCalls, limited.arrivals.length]).toEqual([2, 2]);
    const paced = await run('one-by-one');
    expect(paced).toMatchObject({ ...done, hasBulkRoute: false, output: { individualCallsMade: 40 } });
    expect(paced.outputs).toEqual(outputs('one-by-one'));
    expect([limited.refused, new Set(limited.calls.values())]).toEqual([0, new Set([1])]);
    await limited.close();
  });
});

describe('A job over the API', () => {
  it('can be paused, resumed and cancelled; items that have not begun are skipped', async () => {
    delayMs = 200;
    const { jobId } = await submit(numbers(60), { concurrency: 2 });
    await jobUntil(jobId, ({ itemCounts }) => itemCounts.succeeded > 0);
    expect(await api.data('POST', `jobs/${jobId}/pause`)).toMatchObject({ status: 'paused' });
    expect(await api.data('POST', `jobs/${jobId}/resume`)).toMatchObject({ status: 'running' });
    expect(await api.data('POST', `jobs/${jobId}/cancel`)).toMatchObject({ status: 'cancelled' });
    const job = await jobUntil(jobId);
    delayMs = 0;
    const { succeeded, failed, skipped } = job.itemCounts;
    expect(job.status).toBe('cancelled');
    expect(skipped).toBeGreaterThan(0);
    expect(succeeded + failed + skipped).toBe(60);
    expect((await api.send('POST', `jobs/${jobId}/cancel`)).status).toBe(200);
  });

  it('waits in line behind three others of its tenant, and leaves the line when it is cancelled', async () => {
    const answers = Array.from({ length: 5 }, (_, n) => {
      let answer = () => {};
      held.set(n, new Promise((resolve) => (answer = resolve)));
      return answer;
    });
    const jobs: string[] = [];
    for (const input of numbers(5)) jobs.push((await submit([input])).jobId);
    const standing = async (): Promise<string[]> => {
      const found = await Promise.all(jobs.map((jobId) => api.data<Job>('GET', `jobs/${jobId}`)));
      return found.map(({ status }) => status);
    };
    const cancelled = await submit(numbers(3));
    expect(cancelled).toMatchObject({ status: 'pending' });
    await expect.poll(standing).toEqual(['running', 'running', 'running', 'pending', 'pending']);
    await api.data('POST', `jobs/${cancelled.jobId}/cancel`);
    expect(await jobUntil(cancelled.jobId)).toMatchObject({
      status: 'cancelled',
      itemCounts: { succeeded: 0, skipped: 3 },
    });
    answers[1]?.();
    await expect.poll(standing).toEqual(['running', 'completed', 'running', 'running', 'pending']);
    for (const answer of answers) answer();
    await expect.poll(standing).toEqual(jobs.map(() => 'completed'));
    held.clear();
  });

  it('does not exist for another tenant, and is read-only for a viewer', async () => {
    const { jobId } = await submit(numbers(1));
    const [stranger, viewer] = await Promise.all([
      ApiClient.create(cloud, 'acme'),
      ApiClient.create(cloud, 'shop', 'viewer'),
    ]);
    const requests = [
      ['GET', `jobs/${jobId}`],
      ['GET', `jobs/${jobId}/items`],
      ...['cancel', 'retry', 'pause', 'resume'].map((action) => ['POST', `jobs/${jobId}/${action}`]),
      ['GET', 'targets/crm/update'],
      ['DELETE', 'targets/crm/update'],
    ] as const;
    for (const [method = '', path = ''] of requests) {
      expect([path, (await stranger.send(method, path)).status]).toEqual([path, 404]);
      const needed = method === 'GET' ? 200 : 403;
      expect([path, (await viewer.send(method, path)).status]).toEqual([path, needed]);
    }
    expect((await stranger.send('POST', 'batch', batch(numbers(1)))).status).toBe(404);
    expect((await viewer.send('POST', 'batch', batch(numbers(1)))).status).toBe(403);
    await jobUntil(jobId);
  });
});

describe('A registered target', () => {
  it('changes only for a caller who has read its latest version, and its tools follow', async () => {
    const names = async () =>
      (await api.data<{ tools: { name: string }[] }>('GET', 'tools?format=mcp')).tools.map(({ name }) => name);
    const made = await put('edited', { batchEnabled: false });
    expect(made.headers.get('etag')).toBe('"1"');
    expect(await names()).toContain('crm_edited');
    expect(await names()).not.toContain('batch_crm_edited');
    expect((await put('edited', {}, { 'if-match': '"1"' })).status).toBe(200);
    expect((await put('edited', {}, { 'if-match': '"1"' })).status).toBe(412);
    expect(await names()).toContain('batch_crm_edited');
    await api.data('DELETE', 'targets/crm/edited');
    expect(await names()).not.toContain('crm_edited');
    expect((await put('edited', { inputSchema: { type: 'object', typo: 1 } })).body.error).toMatchObject({
      code: 'InvalidTarget',
    });
  });

  it('can be tried with one input', async () => {
    const called = await api.data<CalledTarget>('POST', 'targets/crm/update/try', { input: { n: 5 } });
    expect(called).toMatchObject({ status: 'completed', item: { status: 'succeeded', output: 'row 5' } });
    expect(await errorOf('POST', 'targets/crm/update/try', { input: { n: 'x' } })).toMatchObject({
      status: 400,
      code: 'InvalidItems',
    });
  });
});
