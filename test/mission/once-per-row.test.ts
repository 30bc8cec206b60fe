import { setTimeout as sleep } from 'node:timers/promises';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countedConfig, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 60;
const QUICK_ROWS = 20;

/** Seed 004, what may interrupt a run. */
describe('The orchestrator has one result per row of a run', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  let slowMs: number;
  beforeAll(async () => {
    rollcall = await RollcallCloud.shared();
    await rollcall.insertDataset('once-numbers', numbers(ROWS));
  });
  beforeEach(async () => {
    slowMs = 400;
    // The first rows are quick; then there is time for a command to come in between.
    endpoint = await countingEndpoint(({ n = 0 }) => ({ delayMs: n < QUICK_ROWS ? 20 : slowMs }));
  });
  afterEach(() => endpoint.close());

  const input = (executor: object = {}) => ({
    datasetId: 'once-numbers',
    config: {
      endpoint: { url: endpoint.url, allowPrivateAddresses: true },
      executor: { maxConcurrency: 2, ...executor },
    },
  });
  const untilCalled = async (calls: number) => {
    while (endpoint.total() < calls) await sleep(10);
  };
  /** Until a function that has outlived its execution has written down what it had in flight. */
  const untilQuiet = async (id: string) => {
    const isQuiet = async () => {
      const batches = await rollcall.runs.batches(await rollcall.record(id));
      // Of the first second of a batch nothing is written yet.
      return batches.length > 0 && batches.every(({ state, in_flight }) => state !== 'running' && in_flight === 0);
    };
    while (!(await isQuiet())) await sleep(150);
  };

  it('when an evaluation id is used a second time: the second run is refused, the first stays', async () => {
    slowMs = 0;
    await rollcall.run('twice', { ...input(), evaluationId: 'shared-id' });
    const again = await rollcall.end(await rollcall.start('again', { ...input(), evaluationId: 'shared-id' }));
    expect(again).toMatchObject({ status: 'FAILED', error: 'InvalidRunInput' });
    expect(await rollcall.record('shared-id')).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(await rollcall.record('again')).toMatchObject({ status: 'failed' });
    expect(await rollcall.results('shared-id', 'sample_id')).toHaveLength(ROWS);
    expect(endpoint.total()).toBe(ROWS);
  });

  it('when a run is stopped half-way: what was settled is loaded, the record is closed, resume does the rest', async () => {
    const execution = await rollcall.start('stopped-half-way', input());
    await untilCalled(QUICK_ROWS);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution, cause: 'lunch' }));
    let record = await rollcall.record('stopped-half-way');
    for (; !record.finished_at; record = await rollcall.record('stopped-half-way')) await sleep(150);
    expect(record).toMatchObject({ status: 'cancelled', reason: 'The execution was stopped: lunch' });
    const loaded = await rollcall.results('stopped-half-way', 'sample_id');
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.length).toBeLessThan(ROWS);

    await untilQuiet('stopped-half-way');
    slowMs = 0;
    const summary = await rollcall.run('half-way-goes-on', { evaluationId: 'stopped-half-way', retry: 'missing' });
    expect(summary).toMatchObject({
      evaluationId: 'stopped-half-way',
      status: 'completed',
      total: ROWS,
      succeeded: ROWS,
    });
    const rows = await rollcall.results('stopped-half-way', 'sample_id');
    expect(new Set(rows.map((row) => row.sample_id)).size).toBe(ROWS);
    expect(rows).toHaveLength(ROWS);
    expect([...endpoint.calls.values()].every((calls) => calls === 1)).toBe(true);
  });

  it('when the last rows of a stopped run settle after it was closed: nothing is left to call, and all is loaded', async () => {
    slowMs = 5_000;
    const execution = await rollcall.start('last-in-flight', { ...input(), limit: QUICK_ROWS + 2 });
    await untilCalled(QUICK_ROWS + 2);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    while (!(await rollcall.record('last-in-flight')).finished_at) await sleep(150);
    await untilQuiet('last-in-flight');
    const summary = await rollcall.run('last-goes-on', { evaluationId: 'last-in-flight', retry: 'missing' });
    expect(summary).toMatchObject({ status: 'completed', total: QUICK_ROWS + 2, succeeded: QUICK_ROWS + 2 });
    expect(endpoint.total()).toBe(QUICK_ROWS + 2);
  });

  it('when a run is stopped while its results are loaded: resume completes it, and calls nothing', async () => {
    await rollcall.holdLease('another run');
    const executionArn = await rollcall.start('stopped-while-loading', { ...input(), limit: QUICK_ROWS });
    await rollcall.untilEntered(executionArn, 'WaitForLease');
    // As if it had been stopped in its MERGE: it has the lease, and gives it back to nobody.
    await rollcall.holdLease(executionArn);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn }));
    while (!(await rollcall.record('stopped-while-loading')).finished_at) await sleep(150);
    expect(await rollcall.record('stopped-while-loading')).toMatchObject({
      status: 'cancelled',
      succeeded: QUICK_ROWS,
    });

    expect(await rollcall.control('resume', 'stopped-while-loading')).toMatchObject({ changed: true });
    await rollcall.until('stopped-while-loading', 'completed');
    expect(await rollcall.results('stopped-while-loading', 'sample_id')).toHaveLength(QUICK_ROWS);
    expect(endpoint.total()).toBe(QUICK_ROWS);
    expect(await rollcall.control('resume', 'stopped-while-loading')).toMatchObject({
      changed: false,
      status: 'completed',
    });
  });

  it('when a stopped execution is redriven', async () => {
    const config = countedConfig('tool', rollcall, endpoint, { maxConcurrency: 2 });
    const execution = await rollcall.start('redriven-once', { datasetId: 'once-numbers', config });
    await untilCalled(QUICK_ROWS);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    while (!(await rollcall.record('redriven-once')).finished_at) await sleep(150);
    slowMs = 0;
    await rollcall.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await rollcall.end(execution)).toMatchObject({ status: 'SUCCEEDED' });
    const rows = await rollcall.results('redriven-once', 'sample_id, status');
    expect(rows).toHaveLength(ROWS);
    expect(new Set(rows.map((row) => row.sample_id)).size).toBe(ROWS);
    expect([...endpoint.calls.values()].every((calls) => calls === 1)).toBe(true);
  });

  // It is the only one that has run control close a run.
  it.runIf(process.env.ROLLCALL_SOAK || process.env.ROLLCALL_GRANTS)(
    'for a run that nobody closed: whoever looks at it has it loaded and closed',
    async () => {
      slowMs = 60_000;
      const execution = await rollcall.start('never-closed', { ...input(), limit: QUICK_ROWS + 2 });
      await untilCalled(QUICK_ROWS + 2);
      await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution, cause: 'dinner' }));
      while (!(await rollcall.record('never-closed')).finished_at) await sleep(150);
      // As if the event had got lost.
      await rollcall.documents.send(
        new UpdateCommand({
          TableName: rollcall.output('RunsTableName'),
          Key: { evaluation_id: 'never-closed' },
          UpdateExpression: 'SET #s = :s REMOVE finished_at, summary, stopped_from_outside, reason',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':s': 'running' },
        }),
      );
      expect(await rollcall.until('never-closed', 'cancelled')).toMatchObject({
        reason: 'The execution was stopped: dinner',
      });
      while (!(await rollcall.record('never-closed')).finished_at) await sleep(150);
      expect((await rollcall.results('never-closed', 'sample_id')).length).toBeGreaterThanOrEqual(QUICK_ROWS);
    },
  );
});
