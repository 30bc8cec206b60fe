import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Installation } from '../../client/connect/installation.ts';
import { controlJob } from '../../client/jobs/control-job.ts';
import { readItems } from '../../client/jobs/read-items.ts';
import { submitBatch } from '../../client/jobs/submit-batch.ts';
import { batchRequestSchema } from '../../contracts/api/jobs.ts';
import { numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { countedTarget, installationOn, jobUntil, register } from '../support/job-cloud.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let rollcall: RollcallCloud;
let installation: Installation;
let endpoint: CountingEndpoint;
/** Rows that fail as long as they are in here. */
const failing = new Set<number>();
let delayMs = 0;

beforeAll(async () => {
  rollcall = await RollcallCloud.shared();
  installation = installationOn(rollcall);
  endpoint = await countingEndpoint(({ n = -1 }) => ({
    delayMs,
    ...(failing.has(n) && { status: 422, body: { error: `no ${n}` } }),
  }));
  await register(installation, countedTarget('update', rollcall, endpoint));
});
afterAll(async () => {
  await endpoint?.close();
});

const request = (items: unknown[], config: object = {}, actionSlug = 'update') =>
  batchRequestSchema.parse({
    integrationSlug: 'crm',
    actionSlug,
    items: items.map((input) => ({ input })),
    config,
  });
const submit = (items: unknown[], config: object = {}, actionSlug = 'update') =>
  submitBatch('default', request(items, config, actionSlug), installation);
const itemsOf = (jobId: string, query: object = {}) =>
  readItems('default', jobId, { limit: 100, ...query }, installation);

describe('A batch job', () => {
  it('calls every item, reports each output or error, and completes although some items failed', async () => {
    for (const n of [3, 7]) failing.add(n);
    const submitted = await submit(numbers(10), { concurrency: 4 });
    expect(submitted).toMatchObject({ itemCount: 10, hasBulkRoute: false, status: 'pending' });
    const job = await jobUntil(submitted.jobId, installation);
    expect(job).toMatchObject({
      status: 'completed',
      target: 'crm/update',
      progress: 100,
      itemCounts: { succeeded: 8, failed: 2, skipped: 0, running: 0, pending: 0 },
      output: { succeeded: 8, failed: 2, skipped: 0, bulkCallsMade: 0, individualCallsMade: 10 },
    });
    const { items } = await itemsOf(submitted.jobId);
    expect(items.map(({ index }) => index)).toEqual(numbers(10).map(({ n }) => n));
    expect(items[1]).toMatchObject({ index: 1, status: 'succeeded', output: 'row 1', attempts: 1 });
    expect(items[3]).toMatchObject({ index: 3, status: 'failed', error: { name: 'TargetRejected' } });
    const failed = await itemsOf(submitted.jobId, { status: 'failed', limit: 1 });
    expect(failed.items.map(({ index }) => index)).toEqual([3]);
    const next = await itemsOf(submitted.jobId, { status: 'failed', limit: 1, cursor: failed.cursor });
    expect(next).toMatchObject({ items: [{ index: 7 }] });
    expect(next.cursor).toBeUndefined();

    failing.clear();
    const before = endpoint.total();
    await controlJob('default', submitted.jobId, 'retry', installation);
    const again = await jobUntil(submitted.jobId, installation);
    expect(again).toMatchObject({ status: 'completed', itemCounts: { succeeded: 10, failed: 0 } });
    expect(endpoint.total() - before).toBe(2);
    expect((await itemsOf(submitted.jobId)).items[3]).toMatchObject({ status: 'succeeded', attempts: 2 });

    // The table follows.
    await expect
      .poll(async () => (await rollcall.results(submitted.jobId, 'row_index, status, attempts')).length, {
        timeout: 60_000,
      })
      .toBe(10);
    await expect
      .poll(
        async () => (await rollcall.results(submitted.jobId, 'status')).every(({ status }) => status === 'succeeded'),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
  });

  it('is retried by hand from the evaluation state machine, which hands it to the machine of batch jobs', async () => {
    failing.add(3);
    const { jobId } = await submit(numbers(5));
    expect(await jobUntil(jobId, installation)).toMatchObject({ itemCounts: { succeeded: 4, failed: 1 } });
    const first = await installation.runs.read(jobId);
    expect(first).toMatchObject({ kind: 'batch', round: 'first' });
    await rollcall.end(first.execution_arn);

    failing.clear();
    const before = endpoint.total();
    const summary = await rollcall.run('job-by-hand', { evaluationId: jobId, retry: 'failed' });
    expect(summary).toMatchObject({ evaluationId: jobId, status: 'completed', succeeded: 5, failed: 0 });
    expect(endpoint.total() - before).toBe(1);
    const { round, execution_arn } = await installation.runs.read(jobId);
    expect([round, execution_arn.split(':').slice(-2)]).toEqual(['retry', ['rollcall-batch-job', 'job-by-hand']]);
  });

  it('leaves out invalid items when asked to, and keeps the indexes of the others', async () => {
    const { jobId, itemCount, skipped } = await submit([{ n: 1 }, { n: 'two' }, { n: 3 }, {}], {
      skipInvalidItems: true,
    });
    expect(itemCount).toBe(2);
    expect(skipped).toEqual([
      { index: 1, errors: ['/n: must be integer'] },
      { index: 3, errors: ["/: must have required property 'n'"] },
    ]);
    await jobUntil(jobId, installation);
    expect((await itemsOf(jobId)).items.map(({ index }) => index)).toEqual([0, 2]);
  });

  it('keeps its results when it is cancelled, and skips items that have not begun', async () => {
    delayMs = 300;
    const { jobId } = await submit(numbers(50), { concurrency: 2 });
    await jobUntil(jobId, installation, ({ itemCounts }) => itemCounts.succeeded > 0);
    await controlJob('default', jobId, 'cancel', installation);
    const job = await jobUntil(jobId, installation);
    delayMs = 0;
    expect(job.status).toBe('cancelled');
    const { succeeded, failed, skipped } = job.itemCounts;
    expect(succeeded).toBeGreaterThan(0);
    expect(skipped).toBeGreaterThan(0);
    expect(succeeded + failed + skipped).toBe(50);
    expect((await itemsOf(jobId, { status: 'skipped' })).items).toHaveLength(skipped);
  });

  it('is submitted once per idempotency key, and the key is refused for another batch', async () => {
    const once = () => submitBatch('default', request(numbers(2)), installation, 'my-key');
    const [first, second] = [await once(), await once()];
    expect(second.jobId).toBe(first.jobId);
    await expect(submitBatch('default', request(numbers(3)), installation, 'my-key')).rejects.toThrow(
      'Idempotency-Key',
    );
  });
});
