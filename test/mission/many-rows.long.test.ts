import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 500;
/** Together much more than a state, or a history, may hold. */
const LONG = 'x'.repeat(20_000);
/** Every tenth row is throttled once; every twentieth is refused for good. */
const isTransient = (n: number): boolean => n % 10 === 3;
const isPermanent = (n: number): boolean => n % 20 === 7;

/** Seed 004, runs of some size. */
describe('The orchestrator settles each of many rows once', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }, call) => {
        if (isPermanent(n)) return { status: 400, body: { error: 'refused' } };
        if (isTransient(n) && call === 1) return { status: 503, headers: { 'retry-after': '0' } };
        return { body: { answer: `row ${n} ${LONG}` } };
      }),
    ]);
    await rollcall.insertDataset('many-numbers', numbers(ROWS));
  });
  afterAll(() => endpoint?.close());

  const config = (executor: object) => ({
    endpoint: { url: endpoint.url, allowPrivateAddresses: true },
    executor: { retryPolicy: { intervalSeconds: 0 }, ...executor },
  });
  const permanentOf = (rows: number) => numbers(rows).filter(({ n }) => isPermanent(n)).length;

  it('500 of them one after another, with answers of 20 KB', async () => {
    const summary = await rollcall.run('one-by-one', {
      datasetId: 'many-numbers',
      config: config({ maxConcurrency: 1 }),
    });
    const failed = permanentOf(ROWS);
    expect(summary).toMatchObject({ status: 'completed', total: ROWS, succeeded: ROWS - failed, failed });
    expect(endpoint.calls.size).toBe(ROWS);
    expect([...endpoint.calls].filter(([n, calls]) => calls !== (isTransient(Number(n)) ? 2 : 1))).toEqual([]);
  });

  it('500 of them 20 at once, transient failures retried and permanent ones not', async () => {
    endpoint.calls.clear();
    const permanent = permanentOf(ROWS);
    const summary = await rollcall.run('twenty-at-once', {
      datasetId: 'many-numbers',
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
  });
});
