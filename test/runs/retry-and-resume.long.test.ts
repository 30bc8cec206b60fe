import { setTimeout as sleep } from 'node:timers/promises';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import { countedConfig, modesFor, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint, type Reply } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 12;
const REFUSED: Reply = { status: 400, body: { error: 'no' } };
const BUSY: Reply = { status: 503, body: { error: 'busy' } };
const OVER = ['completed', 'halted', 'cancelled', 'failed'] as const;

describe('a run that has ended', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  let reply: (n: number, call: number) => Reply;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }, call) => reply(n, call)),
    ]);
    await rollcall.insertDataset('retry-numbers', numbers(ROWS));
  });
  beforeEach(() => {
    endpoint.calls.clear();
    reply = () => ({});
  });
  afterAll(() => endpoint?.close());

  const input = (mode: ExecutionMode = 'endpoint', executor: object = {}) => ({
    datasetId: 'retry-numbers',
    config: countedConfig(mode, rollcall, endpoint, { retryPolicy: { maxAttempts: 1 }, ...executor }),
  });
  const calls = (n: number) => endpoint.calls.get(String(n)) ?? 0;
  /** Waits until a pass begun by a command is over. */
  const ended = async (id: string) => {
    const answer = await rollcall.until(id, ...OVER);
    await rollcall.end((await rollcall.record(id)).execution_arn);
    return answer;
  };

  it.each(modesFor('tool'))('%s: has its failed rows called again, and only them', async (mode) => {
    const id = `retried-${mode}`;
    reply = (n, call) => (n % 4 === 1 && call === 1 ? REFUSED : {});
    expect(await rollcall.run(id, input(mode))).toMatchObject({ succeeded: 9, failed: 3 });

    const answer = await rollcall.control('retry', id);
    expect(answer).toMatchObject({ changed: true, status: 'pending', executionArn: expect.stringContaining(id) });
    expect(await rollcall.control('retry', id)).toMatchObject({ changed: false });
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      progress: { succeeded: ROWS, failed: 0, percent: 100 },
    });
    expect(numbers(ROWS).map(({ n }) => calls(n))).toEqual(numbers(ROWS).map(({ n }) => (n % 4 === 1 ? 2 : 1)));
    const rows = await rollcall.results(id, 'sample_id, status, attempt, attempts');
    expect(rows).toHaveLength(ROWS);
    expect(rows[1]).toMatchObject({ status: 'succeeded', attempt: '2', attempts: '2' });
    expect(rows[2]).toMatchObject({ status: 'succeeded', attempt: '1', attempts: '1' });
  });

  it('has only failed rows of one class called again when asked to', async () => {
    reply = (n, call) => (call > 1 ? {} : n === 2 ? BUSY : n === 5 ? REFUSED : {});
    await rollcall.run('by-class', input());
    expect(await rollcall.control('retry', 'by-class', { errorClass: 'validation' })).toMatchObject({ changed: false });
    await rollcall.control('retry', 'by-class', { errorClass: 'transient' });
    expect(await ended('by-class')).toMatchObject({
      status: 'completed',
      progress: { succeeded: ROWS - 1, failed: 1 },
    });
    expect([calls(2), calls(5)]).toEqual([2, 1]);
  });

  it('with retryFailed has its failed rows called once more by itself', async () => {
    reply = (n, call) => (n === 3 || (n === 6 && call === 1) ? REFUSED : {});
    const summary = await rollcall.run('by-itself', input('endpoint', { retryFailed: true }));
    expect(summary).toMatchObject({ status: 'completed', succeeded: ROWS - 1, failed: 1 });
    expect([calls(2), calls(3), calls(6)]).toEqual([1, 2, 2]);
    const rows = await rollcall.results('by-itself', 'status, attempts');
    expect([rows[3], rows[6]]).toEqual([
      { status: 'failed', attempts: '2' },
      { status: 'succeeded', attempts: '2' },
    ]);
  });

  it('with retryFailed stays cancelled when it is cancelled in its second pass, and keeps the results it had', async () => {
    reply = (n, call) => ({ ...(n % 2 ? REFUSED : {}), ...(call > 1 && { delayMs: 300 }) });
    const execution = await rollcall.start('cancelled-second-pass', input('endpoint', { retryFailed: true }));
    while (endpoint.total() <= ROWS) await sleep(5);
    await rollcall.control('cancel', 'cancelled-second-pass');
    await rollcall.end(execution);
    expect(await rollcall.record('cancelled-second-pass')).toMatchObject({
      status: 'cancelled',
      failed: 6,
      succeeded: 6,
      skipped: 0,
    });
    const rows = await rollcall.results('cancelled-second-pass', 'status, attempts, error_name');
    expect(rows[1]).toMatchObject({ status: 'failed', attempts: '2', error_name: 'TargetRejected' });
    // Never called again: its first result stands.
    expect(rows[11]).toMatchObject({ status: 'failed', attempts: '1', error_name: 'TargetRejected' });
  });

  it.each(modesFor('agent'))('%s: halted, goes on with the rows that were skipped', async (mode) => {
    const id = `halted-${mode}`;
    reply = (n, call) => (n === 4 && call === 1 ? REFUSED : {});
    await rollcall.run(id, input(mode, { stopOnError: 'stop_immediately' }));
    expect(endpoint.total()).toBe(5);
    expect(await rollcall.control('resume', id)).toMatchObject({ changed: true });
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      progress: { succeeded: ROWS - 1, failed: 1, skipped: 0 },
    });
    expect(endpoint.total()).toBe(ROWS);
    expect(await rollcall.control('resume', id)).toMatchObject({ changed: false, status: 'completed' });
    await rollcall.control('retry', id);
    expect(await ended(id)).toMatchObject({ progress: { succeeded: ROWS, failed: 0 } });
    expect(endpoint.total()).toBe(ROWS + 1);
    const rows = await rollcall.results(id, 'attempts');
    expect(rows.map((row) => row.attempts)).toEqual(numbers(ROWS).map(({ n }) => (n === 4 ? '2' : '1')));
  });

  it('stopped from outside, can be resumed at once, without waiting for its record to be closed', async () => {
    // The function that calls row 3 outlives its execution: what comes of that call is waited for.
    reply = (n) => ({ delayMs: n === 3 ? 2_000 : 20 });
    const execution = await rollcall.start('stopped-at-once', input());
    while (endpoint.total() < 4) await sleep(5);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    await rollcall.end(execution);
    expect(await rollcall.control('resume', 'stopped-at-once')).toMatchObject({ changed: true });
    expect(await ended('stopped-at-once')).toMatchObject({ status: 'completed', progress: { succeeded: ROWS } });
    expect(endpoint.total()).toBe(ROWS);
    expect(endpoint.dropped).toEqual([]);
  });

  it('has rows whose call may have been made called again, or left failed, as onUnknown says, and counts them', async () => {
    const bulkConfig = { endpoint: '/bulk', payloadTransform: 'array', maxItemsPerCall: 100 };
    for (const onUnknown of ['call-again', 'fail']) {
      const id = `lost-${onUnknown}`;
      endpoint.calls.clear();
      // All rows are one call: the first one's answer says nothing of them.
      reply = (_n, call) => ({ status: call === 1 ? 500 : 200, body: numbers(ROWS) });
      const { config, ...rest } = input('endpoint', { onUnknown });
      const execution = await rollcall.start(id, { ...rest, config: { ...config, bulkConfig } });
      const summary = JSON.parse((await rollcall.end(execution)).output ?? '{}');
      expect(summary).toMatchObject({ status: 'completed', failed: ROWS, unknown: ROWS });
      const isCalled = onUnknown === 'call-again';
      expect(await rollcall.control('resume', id)).toMatchObject({ changed: isCalled });
      if (!isCalled) {
        expect(await rollcall.control('retry', id)).toMatchObject({ changed: false, progress: { unknown: ROWS } });
        expect(await rollcall.control('retry', id, { onUnknown: 'call-again' })).toMatchObject({ changed: true });
      }
      expect(await ended(id)).toMatchObject({ progress: { succeeded: ROWS, failed: 0, calledAgain: ROWS } });
      expect(endpoint.total()).toBe(2);
      const { summary: after = '{}', unknown } = await rollcall.record(id);
      expect(JSON.parse(after)).toMatchObject({ succeeded: ROWS, calledAgain: ROWS });
      expect(unknown).toBe(0);
    }
  });

  it.each(['resumed', 'redriven'])(
    'stopped from outside has its agents in flight stopped too; %s, it calls these again and no others',
    async (how) => {
      const id = `with-agents-${how}`;
      reply = (n, call) => ({ delayMs: n === 2 && call === 1 ? 60_000 : 0 });
      const execution = await rollcall.start(id, input('agent'));
      while (endpoint.total() < 3) await sleep(5);
      await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
      while (!(await rollcall.record(id)).finished_at) await sleep(150);
      if (how === 'resumed') {
        await rollcall.control('resume', id);
        await ended(id);
      } else {
        await rollcall.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
        await rollcall.end(execution);
      }
      expect(await rollcall.record(id)).toMatchObject({ status: 'completed', succeeded: ROWS });
      expect(endpoint.total()).toBe(ROWS + 1);
      expect(calls(2)).toBe(2);
    },
  );

  it('stopped from outside and redriven, goes on', async () => {
    reply = () => ({ delayMs: 20 });
    const execution = await rollcall.start('redriven-run', input());
    while (endpoint.total() < 4) await sleep(5);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    while (!(await rollcall.record('redriven-run')).finished_at) await sleep(150);
    expect(await rollcall.record('redriven-run')).toMatchObject({ status: 'cancelled' });
    await rollcall.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await rollcall.end(execution)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await rollcall.record('redriven-run')).toMatchObject({ status: 'completed', succeeded: ROWS, skipped: 0 });
    expect(endpoint.total()).toBe(ROWS);
  });

  it.each([
    ['before its first call', 0],
    ['while it was paused', 3],
  ])('stopped %s, with nothing in flight, and redriven, calls every row that is left, once', async (_when, settled) => {
    const id = `redriven-after-${settled}`;
    const execution = await rollcall.start(id, input('endpoint', { delayMs: 200 }));
    while (!(await rollcall.runs.find(id)) || endpoint.total() < settled) await sleep(5);
    if (settled > 0) {
      await rollcall.control('pause', id);
      await rollcall.until(id, 'paused');
    }
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    const called = endpoint.total();
    while (!(await rollcall.record(id)).finished_at) await sleep(20);
    await rollcall.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await rollcall.end(execution)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await rollcall.record(id)).toMatchObject({ status: 'completed', succeeded: ROWS, skipped: 0 });
    expect(called).toBeLessThan(ROWS);
    expect(endpoint.total()).toBe(ROWS);
  });

  it('whose execution was deleted has failed, says so, and can be resumed', async () => {
    reply = (n) => (n === 0 ? REFUSED : {});
    await rollcall.run('deleted', input('endpoint', { stopOnError: 'stop_immediately' }));
    const gone = (await rollcall.record('deleted')).execution_arn.replace(/deleted$/, 'no-such-execution');
    await rollcall.documents.send(
      new UpdateCommand({
        TableName: rollcall.output('RunsTableName'),
        Key: { evaluation_id: 'deleted' },
        UpdateExpression: 'SET #s = :s, execution_arn = :gone REMOVE finished_at, summary',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': 'running', ':gone': gone },
      }),
    );
    expect(await rollcall.control('status', 'deleted')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no longer exists before the run was done. Go on with: rollcall resume deleted'),
    });
    expect(await rollcall.control('resume', 'deleted')).toMatchObject({ changed: true });
    reply = () => ({});
    expect(await ended('deleted')).toMatchObject({ status: 'completed', progress: { succeeded: ROWS - 1, failed: 1 } });
    expect(endpoint.total()).toBe(ROWS);
  });

  it('is begun again by one of many commands sent at the same time', async () => {
    reply = (_n, call) => (call === 1 ? REFUSED : {});
    await rollcall.run('at-once', input());
    const answers = await Promise.allSettled(
      ['retry', 'retry', 'resume', 'retry', 'retry'].map((action) => rollcall.control(action as 'retry', 'at-once')),
    );
    const changed = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.changed);
    expect(changed).toHaveLength(1);
    expect(await ended('at-once')).toMatchObject({ progress: { succeeded: ROWS } });
    expect(endpoint.total()).toBe(2 * ROWS);
  });

  it('is not run twice when two executions are started over it by hand', async () => {
    reply = (_n, call) => ({ ...(call === 1 ? REFUSED : {}), delayMs: 20 });
    await rollcall.run('retried-by-hand', input());
    const executions = await Promise.all(
      ['a', 'b'].map((name) =>
        rollcall.start(`retried-by-hand-${name}`, { evaluationId: 'retried-by-hand', retry: 'failed' }),
      ),
    );
    const results = await Promise.all(executions.map((execution) => rollcall.end(execution)));
    expect(results.map(({ status }) => status).sort()).toEqual(['FAILED', 'SUCCEEDED']);
    expect(results.find(({ status }) => status === 'FAILED')?.error).toBe('RunStillActive');
    expect(endpoint.total()).toBe(2 * ROWS);
    expect(await rollcall.record('retried-by-hand')).toMatchObject({ status: 'completed', succeeded: ROWS });
  });

  it('before it had begun has nothing to go on with', async () => {
    await rollcall.end(
      await rollcall.start('refused', { datasetId: 'retry-numbers', config: { executionMode: 'agent' } }),
    );
    await expect(rollcall.control('resume', 'refused')).rejects.toThrow(
      /It was refused before it began: .* Start a new run/,
    );
  });
});
