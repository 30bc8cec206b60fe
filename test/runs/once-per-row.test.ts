import { setTimeout as sleep } from 'node:timers/promises';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 60;

describe('one row per (evaluation_id, sample_id)', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  beforeEach(async () => {
    [rollcall, endpoint] = await Promise.all([RollcallCloud.start(), countingEndpoint(() => ({ delayMs: 40 }))]);
    await rollcall.insertDataset(
      'numbers',
      Array.from({ length: ROWS }, (_, n) => ({ n })),
    );
  });
  afterEach(async () => {
    await endpoint.close();
    await rollcall.close();
  });

  const input = (executor: object = {}) => ({
    datasetId: 'numbers',
    config: {
      endpoint: { url: endpoint.url, allowPrivateAddresses: true },
      executor: { maxConcurrency: 2, ...executor },
    },
  });
  const untilCalled = async (calls: number) => {
    while (endpoint.total() < calls) await sleep(10);
  };

  it('holds when an evaluation id is used a second time: the second run is refused, the first stays', async () => {
    await rollcall.run('twice', { ...input(), evaluationId: 'shared-id' });
    const again = await rollcall.end(await rollcall.start('again', { ...input(), evaluationId: 'shared-id' }));
    expect(again).toMatchObject({ status: 'FAILED', error: 'InvalidRunInput' });
    expect(await rollcall.record('shared-id')).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(await rollcall.record('again')).toMatchObject({ status: 'failed' });
    expect(await rollcall.results('shared-id', 'sample_id')).toHaveLength(ROWS);
    expect(endpoint.total()).toBe(ROWS);
  });

  it('holds when a run is stopped half-way: what was settled is loaded, the record is closed, resume does the rest', async () => {
    const execution = await rollcall.start('stopped', input());
    await untilCalled(20);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution, cause: 'lunch' }));
    let record = await rollcall.record('stopped');
    for (; !record.finished_at; record = await rollcall.record('stopped')) await sleep(50);
    expect(record).toMatchObject({ status: 'cancelled', reason: 'The execution was stopped: lunch' });
    const loaded = await rollcall.results('stopped', 'sample_id');
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.length).toBeLessThan(ROWS);

    await sleep(500); // rows in flight when the run was stopped settle meanwhile
    const summary = await rollcall.run('stopped-goes-on', { evaluationId: 'stopped', retry: 'missing' });
    expect(summary).toMatchObject({ evaluationId: 'stopped', status: 'completed', total: ROWS, succeeded: ROWS });
    const rows = await rollcall.results('stopped', 'sample_id');
    expect(new Set(rows.map((row) => row.sample_id)).size).toBe(ROWS);
    expect(rows).toHaveLength(ROWS);
    expect([...endpoint.calls.values()].every((calls) => calls === 1)).toBe(true);
  });

  it('holds when a stopped execution is redriven', async () => {
    const execution = await rollcall.start('redriven', input());
    await untilCalled(20);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    while (!(await rollcall.record('redriven')).finished_at) await sleep(50);
    await rollcall.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await rollcall.end(execution)).toMatchObject({ status: 'SUCCEEDED' });
    const rows = await rollcall.results('redriven', 'sample_id, status');
    expect(rows).toHaveLength(ROWS);
    expect(new Set(rows.map((row) => row.sample_id)).size).toBe(ROWS);
    expect([...endpoint.calls.values()].every((calls) => calls === 1)).toBe(true);
  });
});
