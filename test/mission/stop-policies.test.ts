import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import { countedConfig, modesFor, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 17;
/** The rows that fail, for good. */
const FAILING = [4, 7, 9, 15];

describe('A run with stopOnError', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  /** Rows in the order of their calls. */
  const arrivals: number[] = [];
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }) => {
        arrivals.push(n);
        return { ...(FAILING.includes(n) && { status: 400, body: { error: 'no' } }), delayMs: 20 };
      }),
    ]);
    await rollcall.insertDataset('policies-numbers', numbers(ROWS));
  });
  beforeEach(() => {
    endpoint.calls.clear();
    arrivals.length = 0;
  });
  afterAll(() => endpoint?.close());

  const run = (name: string, mode: ExecutionMode, executor: object) =>
    rollcall.run(name, { datasetId: 'policies-numbers', config: countedConfig(mode, rollcall, endpoint, executor) });
  const called = () => [...endpoint.calls.keys()].map(Number).sort((a, b) => a - b);
  const upTo = (last: number) => numbers(last + 1).map(({ n }) => n);

  it.each(modesFor('tool'))('stop_immediately, in mode %s, starts no row after the first failure', async (mode) => {
    const id = `immediately-${mode}`;
    const summary = await run(id, mode, { stopOnError: 'stop_immediately' });
    expect(summary).toMatchObject({
      status: 'halted',
      reason: 'A row failed and executor.stopOnError is stop_immediately.',
      total: ROWS,
      succeeded: 4,
      failed: 1,
      skipped: ROWS - 5,
    });
    expect(called()).toEqual(upTo(4));
    expect(endpoint.total()).toBe(5);
    const rows = await rollcall.results(id, 'row_index, status, calls, error_name, error_message');
    expect(rows).toHaveLength(ROWS);
    expect(rows[5]).toEqual({
      row_index: '5',
      status: 'skipped',
      calls: '0',
      error_name: 'RunHalted',
      error_message: 'A row failed and executor.stopOnError is stop_immediately.',
    });
  });

  it.each(modesFor('agent'))(
    'stop_after_n, in mode %s, stops with the row that reaches the threshold',
    async (mode) => {
      const summary = await run(`after-n-${mode}`, mode, { stopOnError: 'stop_after_n', errorThreshold: 3 });
      expect(summary).toMatchObject({
        status: 'halted',
        reason: '3 rows failed; executor.errorThreshold is 3.',
        succeeded: 7,
        failed: 3,
        skipped: ROWS - 10,
      });
      expect(called()).toEqual(upTo(9));
    },
  );

  it.each(modesFor('endpoint'))('continue, in mode %s, calls every row', async (mode) => {
    expect(await run(`continue-${mode}`, mode, {})).toMatchObject({ status: 'completed', failed: 4, skipped: 0 });
    expect(endpoint.total()).toBe(ROWS);
  });

  it('calls no more rows after the failure than were in flight, at a concurrency of four', async () => {
    const summary = await run('side-by-side', 'endpoint', { stopOnError: 'stop_immediately', maxConcurrency: 4 });
    const { succeeded, failed, skipped } = summary;
    expect(summary.status).toBe('halted');
    expect(succeeded + failed + skipped).toBe(ROWS);
    expect(failed).toBeGreaterThanOrEqual(1);
    expect(endpoint.total()).toBe(succeeded + failed);
    // While the first failure is on its way, each of the other three may have one row in flight and begin one more.
    const afterFailure = arrivals.slice(arrivals.findIndex((n) => FAILING.includes(n)) + 1);
    expect(afterFailure.length).toBeLessThanOrEqual(2 * 3);
  });

  it('is not halted below its threshold', async () => {
    const summary = await run('not-reached', 'endpoint', { stopOnError: 'stop_after_n', errorThreshold: 5 });
    expect(summary).toMatchObject({ status: 'completed', failed: 4, skipped: 0 });
  });

  describe('and earlyStop', () => {
    const EARLY = 60;
    const start = (name: string, mode: ExecutionMode, executor: object) =>
      rollcall.run(name, {
        datasetId: 'policies-early',
        config: countedConfig(mode, rollcall, refusing, { earlyStop: true, ...executor }),
      });
    /** Refuses every row but those in `answered`. */
    const answered = new Set<number>();
    let refusing: CountingEndpoint;
    beforeAll(async () => {
      await rollcall.insertDataset('policies-early', numbers(EARLY));
      refusing = await countingEndpoint(({ n = 0 }) =>
        answered.has(n) ? {} : { status: 401, body: { error: 'who?' } },
      );
    });
    afterAll(() => refusing?.close());
    beforeEach(() => {
      refusing.calls.clear();
      answered.clear();
    });

    it('is halted if its first 20 rows are refused alike, and resume calls the rest', async () => {
      const summary = await start('early-endpoint', 'endpoint', { maxConcurrency: 4 });
      expect(summary).toMatchObject({ status: 'halted', haltedBy: 'early-stop', succeeded: 0 });
      expect(summary.failed).toBeGreaterThanOrEqual(20);
      expect(summary.failed).toBeLessThanOrEqual(20 + 2 * 4);
      expect(refusing.total()).toBe(summary.failed);
      const resumed = await rollcall.run('early-endpoint-2', { evaluationId: 'early-endpoint', retry: 'missing' });
      expect(resumed).toMatchObject({ status: 'completed', failed: EARLY, skipped: 0 });
      expect(resumed.haltedBy).toBeUndefined();
    });

    it.each(modesFor('agent'))('is halted, in mode %s, whose every row is a batch', async (mode) => {
      // An agent fails with an error of its own, so it answers, and the mapping of its answer fails.
      for (const { n } of numbers(EARLY)) answered.add(n);
      const config = {
        ...countedConfig(mode, rollcall, refusing, { earlyStop: true, maxConcurrency: 4 }),
        agentOutputMapping: '$error("no")',
      };
      const summary = await rollcall.run('early-agent', { datasetId: 'policies-early', config });
      expect(summary).toMatchObject({ status: 'halted', haltedBy: 'early-stop' });
      expect(summary.failed).toBeGreaterThanOrEqual(20);
      expect(summary.skipped).toBeGreaterThan(0);
    });

    it('continues if one of the first rows is answered', async () => {
      answered.add(3);
      expect(await start('early-answered', 'endpoint', { maxConcurrency: 4 })).toMatchObject({
        status: 'completed',
        succeeded: 1,
        failed: EARLY - 1,
      });
    });
  });
});
