import { afterAll, describe, expect, it } from 'vitest';
import { type BulkConfig, bulkConfigSchema } from '../../contracts/bulk-config.ts';
import { sumOf } from '../../domain/run-records/store/batch-counts.ts';
import type { BulkFault } from '../../examples/limited-api/bulk-answer.ts';
import { type LimitedApi, startLimitedApi } from '../../examples/limited-api/limited-api.ts';
import { datasetRow, type RunChanges, startCallerCloud } from '../functions/caller-cloud.ts';
import { endpointRun, items } from '../functions/endpoint-caller/paced-runs.ts';

const cloud = await startCallerCloud();
const apis: LimitedApi[] = [];
afterAll(() => Promise.all(apis.map((api) => api.close())));

interface BulkOptions {
  readonly bulk?: Partial<Record<keyof BulkConfig, unknown>>;
  readonly fault?: BulkFault;
  readonly rows?: ReturnType<typeof items>;
  readonly run?: RunChanges;
  readonly limit?: number;
}

/** A run through the bulk endpoint of an API, and what became of it. */
async function bulkRun({ bulk, fault, rows = items(10, 'i'), run, limit = 10_000 }: BulkOptions = {}) {
  const api = await startLimitedApi({ limit, windowMs: 1_000, headers: 'none', bulkFault: fault });
  apis.push(api);
  const bulkConfig = bulkConfigSchema.parse({
    endpoint: '/bulk',
    maxItemsPerCall: 200,
    responseMapping: { itemIdField: 'id', successField: 'success', errorField: 'error', outputField: 'answer' },
    ...bulk,
  });
  const url = `${api.url}/items`;
  const started = await endpointRun(cloud, { url, rows, maxConcurrency: 5, run: { bulkConfig, ...run } });
  await started.done();
  const settled = await started.run.settled();
  const { bulk_calls, individual_calls, throttled } = sumOf(await started.run.counts());
  return { api, settled, calls: { bulk_calls, individual_calls, throttled } };
}

const answers = (settled: { actual_output: string | null }[]) => settled.map(({ actual_output }) => actual_output);
const right = (count: number) => Array.from({ length: count }, (_, n) => `done i-${n}`);

describe('Rows sent in bulk calls', () => {
  it.each(['array', 'ndjson', 'csv'])(
    'as %s take three calls for 450 rows at 200 per call, and each row gets its own answer',
    async (payloadTransform) => {
      const { api, settled, calls } = await bulkRun({ rows: items(450, 'i'), bulk: { payloadTransform } });
      expect(api.bulkCalls).toBe(3);
      expect(api.arrivals).toHaveLength(3);
      expect(answers(settled)).toEqual(right(450));
      expect(settled.every(({ call_mode, calls: made }) => call_mode === 'bulk' && made === 1)).toBe(true);
      expect(calls).toEqual({ bulk_calls: 3, individual_calls: 0, throttled: 0 });
    },
  );

  it('are wrapped in a key, and never exceed the bytes allowed per call', async () => {
    const rows = Array.from({ length: 6 }, (_, n) =>
      datasetRow({ sample_id: `i-${n}`, row_index: n, input: JSON.stringify({ id: `i-${n}`, text: 'x'.repeat(400) }) }),
    );
    const { api, settled } = await bulkRun({ rows, bulk: { wrapperKey: 'records', maxBytesPerCall: 1_024 } });
    expect(api.bulkBodies.map((body) => JSON.parse(body).records.length)).toEqual([2, 2, 2]);
    expect(answers(settled)).toEqual(right(6));
  });

  it('get their own answers out of a shuffled response', async () => {
    expect(answers((await bulkRun({ fault: 'shuffled' })).settled)).toEqual(right(10));
  });

  it('fail when the response leaves them out', async () => {
    const { settled, api } = await bulkRun({ fault: 'missing' });
    expect(settled.map(({ error_name }) => error_name)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 5 === 0 ? 'AnswerMissing' : null)),
    );
    expect(settled[0]?.error_message).toBe('The answer has no entry with id "i-0".');
    expect(api.bulkCalls).toBe(1);
  });

  it('report an entry that came twice', async () => {
    const { settled } = await bulkRun({ fault: 'doubled' });
    expect(answers(settled)).toEqual(right(10));
    expect(settled[0]?.error_message).toBe('The bulk answer has 2 entries for this item; the first one stands.');
  });

  it('fail one by one, as the response says', async () => {
    const { settled } = await bulkRun({ fault: 'partial' });
    const failed = settled.filter(({ status }) => status === 'failed');
    expect(failed.map(({ sample_id, error_message }) => [sample_id, error_message])).toEqual([
      ['i-0', 'no such record'],
      ['i-4', 'no such record'],
      ['i-8', 'no such record'],
    ]);
  });

  it('all fail when the response is unreadable, and are not sent again', async () => {
    const { settled, api } = await bulkRun({ fault: 'garbage' });
    expect(settled.every(({ error_name }) => error_name === 'AnswerUnreadable')).toBe(true);
    expect(settled[0]?.full_response).toBe('<html>Welcome</html>');
    expect(api.arrivals).toHaveLength(1);
  });

  it('are never sent again when the outcome of the call is unknown', async () => {
    const { settled, api } = await bulkRun({ fault: 'broken' });
    expect(settled.every(({ error_name, calls }) => error_name === 'OutcomeUnknown' && calls === 1)).toBe(true);
    expect(api.arrivals).toHaveLength(1);
  });

  it('are called one by one when the bulk call is rejected', async () => {
    const run = { retryPolicy: { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 } };
    const { settled, api, calls } = await bulkRun({ fault: 'rejected', run });
    expect(answers(settled)).toEqual(right(10));
    expect(settled.every(({ call_mode, calls: made }) => call_mode === 'individual' && made === 2)).toBe(true);
    expect(api.arrivals).toHaveLength(11);
    expect(calls).toMatchObject({ bulk_calls: 1, individual_calls: 10 });
  });

  it('fail with the rejected call if onReject says so', async () => {
    const { settled, api } = await bulkRun({ fault: 'rejected', bulk: { onReject: 'fail' } });
    expect(settled.every(({ error_name }) => error_name === 'TargetRejected')).toBe(true);
    expect(api.arrivals).toHaveLength(1);
  });

  it('wait together when the API throttles the call', async () => {
    const { settled, api, calls } = await bulkRun({ rows: items(30, 'i'), bulk: { maxItemsPerCall: 10 }, limit: 2 });
    expect(answers(settled)).toEqual(right(30));
    expect(api.bulkBodies.map((body) => JSON.parse(body).length)).toEqual([10, 10, 10]);
    expect(api.refused).toBeGreaterThan(0);
    expect(calls).toMatchObject({ throttled: api.refused, bulk_calls: 3 + api.refused });
  });

  it('do not include rows whose mapping fails', async () => {
    const inputMapping = '($assert(input.id != "i-3", "not this one"); input)';
    const { settled, api } = await bulkRun({ run: { inputMapping } });
    expect(settled.filter(({ status }) => status === 'failed')).toMatchObject([
      { sample_id: 'i-3', calls: 0, call_mode: null },
    ]);
    expect(JSON.parse(api.bulkBodies[0] ?? '')).toHaveLength(9);
  });
});
