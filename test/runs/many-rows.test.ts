import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 500;
/** Every tenth row is throttled once; every twentieth is refused for good. */
const isTransient = (n: number): boolean => n % 10 === 3;
const isPermanent = (n: number): boolean => n % 20 === 7;

describe('500 rows', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.start(),
      countingEndpoint(({ n = 0 }, call) => {
        if (isPermanent(n)) return { status: 400, body: { error: 'refused' } };
        if (isTransient(n) && call === 1) return { status: 503, headers: { 'retry-after': '0' } };
        return { body: { answer: `row ${n}` } };
      }),
    ]);
    await rollcall.insertDataset(
      'numbers',
      Array.from({ length: ROWS }, (_, n) => ({ n })),
    );
  });
  afterAll(async () => {
    await endpoint?.close();
    await rollcall?.close();
  });

  const config = (executor: object) => ({
    endpoint: { url: endpoint.url, allowPrivateAddresses: true },
    executor: { retryPolicy: { intervalSeconds: 0 }, ...executor },
  });
  const permanent = Array.from({ length: ROWS }, (_, n) => n).filter(isPermanent).length;

  it('settle exactly once at MaxConcurrency 1', async () => {
    const summary = await rollcall.run('one-by-one', { datasetId: 'numbers', config: config({ maxConcurrency: 1 }) });
    expect(summary).toMatchObject({ status: 'completed', total: ROWS, succeeded: ROWS - permanent, failed: permanent });
    expect([...endpoint.calls].filter(([n, calls]) => calls !== (isTransient(Number(n)) ? 2 : 1))).toEqual([]);
  }, 120_000);

  it('settle exactly once at MaxConcurrency 20, transient failures retried and permanent ones not', async () => {
    endpoint.calls.clear();
    const summary = await rollcall.run('twenty-at-once', {
      datasetId: 'numbers',
      config: config({ maxConcurrency: 20 }),
    });
    expect(summary).toMatchObject({
      total: ROWS,
      succeeded: ROWS - permanent,
      failed: permanent,
      errors: { permanent },
    });
    expect([...endpoint.calls].filter(([n, calls]) => calls !== (isTransient(Number(n)) ? 2 : 1))).toEqual([]);
    const [count] = await rollcall.query(
      `SELECT count(*) AS n, count(DISTINCT sample_id) AS samples, sum(calls) AS calls FROM "${rollcall.output('DatabaseName')}"."evaluation_results_evaluations" WHERE evaluation_id = 'twenty-at-once'`,
    );
    expect(count).toEqual({ n: String(ROWS), samples: String(ROWS), calls: String(endpoint.total()) });
    expect(await rollcall.record('twenty-at-once')).toMatchObject({
      status: 'completed',
      succeeded: ROWS - permanent,
      failed: permanent,
    });
  }, 120_000);
});
