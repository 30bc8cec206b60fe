import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import { agentNamePrefix } from '../../core/row-identity.ts';
import { countedConfig, modesFor, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 16;

describe('a run that goes on', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  /** The row with this number is not answered. */
  let held: number | undefined;
  let delayMs = 30;
  let isBusyOnce = false;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n }, call) => ({
        ...(isBusyOnce && call === 1 && { status: 503 }),
        delayMs: n === held ? 90_000 : delayMs,
      })),
    ]);
    await rollcall.insertDataset('pause-numbers', numbers(ROWS));
  });
  beforeEach(() => {
    endpoint.calls.clear();
    held = undefined;
    delayMs = 30;
    isBusyOnce = false;
  });
  afterAll(() => endpoint?.close());

  const start = (name: string, mode: ExecutionMode = 'endpoint', executor: object = {}) =>
    rollcall.start(name, { datasetId: 'pause-numbers', config: countedConfig(mode, rollcall, endpoint, executor) });
  const untilCalled = async (calls: number) => {
    while (endpoint.total() < calls) await sleep(5);
  };
  const calledOnce = () => [...endpoint.calls.values()].every((calls) => calls === 1);

  it.each(modesFor('endpoint'))('%s: is paused, calls nothing while it is, and goes on where it was', async (mode) => {
    const id = `paused-${mode}`;
    // Slow enough for the command to come in between, also on a busy machine.
    delayMs = 500;
    const execution = await start(id, mode, { maxConcurrency: 2 });
    await untilCalled(3);
    expect(await rollcall.control('pause', id)).toMatchObject({ changed: true, status: 'pausing' });
    expect(await rollcall.control('pause', id)).toMatchObject({ changed: false });
    const paused = await rollcall.until(id, 'paused');
    expect(paused.progress).toMatchObject({ total: ROWS, running: 0 });
    const called = endpoint.total();
    expect(called).toBeLessThan(ROWS);
    await sleep(1_200);
    expect(endpoint.total()).toBe(called);
    expect(await rollcall.control('pause', id)).toMatchObject({ changed: false, status: 'paused' });

    delayMs = 10;
    expect(await rollcall.control('resume', id)).toMatchObject({ changed: true, status: 'running' });
    expect(await rollcall.control('resume', id)).toMatchObject({ changed: false });
    expect(await rollcall.end(execution)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await rollcall.record(id)).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(endpoint.total()).toBe(ROWS);
    expect(calledOnce()).toBe(true);
  });

  it('is pausing for as long as a row is in flight', async () => {
    delayMs = 4_000;
    const execution = await start('slow-to-pause', 'endpoint', { maxConcurrency: 2 });
    await untilCalled(2);
    await rollcall.control('pause', 'slow-to-pause');
    // What is in flight is told once a second.
    let seen = await rollcall.control('status', 'slow-to-pause');
    for (; seen.progress.running === 0; seen = await rollcall.control('status', 'slow-to-pause')) await sleep(50);
    expect(seen).toMatchObject({ status: 'pausing', progress: { running: 2, remaining: ROWS - 2 } });
    expect(await rollcall.until('slow-to-pause', 'paused')).toMatchObject({ progress: { running: 0 } });
    expect(endpoint.total()).toBe(2);
    await rollcall.control('cancel', 'slow-to-pause');
    await rollcall.end(execution);
    expect(await rollcall.record('slow-to-pause')).toMatchObject({
      status: 'cancelled',
      succeeded: 2,
      skipped: ROWS - 2,
    });
  });

  it('is paused between two calls of its rows, with fewer batches than it might run side by side', async () => {
    isBusyOnce = true;
    delayMs = 3_000;
    const execution = await start('wide', 'endpoint', { maxConcurrency: 100 });
    await untilCalled(ROWS);
    await rollcall.control('pause', 'wide');
    await rollcall.until('wide', 'paused');
    expect(endpoint.total()).toBe(ROWS);
    delayMs = 10;
    await rollcall.control('resume', 'wide');
    await rollcall.end(execution);
    expect(await rollcall.record('wide')).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect([...endpoint.calls.values()]).toEqual(Array(ROWS).fill(2));
  });

  it('can be paused before its rows are read, and at its first row, with an EXPRESS agent', async () => {
    delayMs = 3_000;
    const agentStateMachineArn = rollcall.output('CountingExpressAgentArn');
    const config = { ...countedConfig('agent', rollcall, endpoint), agentStateMachineArn };
    const execution = await rollcall.start('early', { datasetId: 'pause-numbers', config });
    const pause = (): Promise<unknown> =>
      rollcall.control('pause', 'early').catch((error: Error) => {
        if (error.name !== 'RunNotFound') throw error;
        return sleep(10).then(pause);
      });
    await pause();
    await rollcall.until('early', 'paused');
    await sleep(1_000);
    // On a busy machine the first row may have been quicker than the pause.
    const before = endpoint.total();
    expect(before).toBeLessThanOrEqual(1);
    await rollcall.control('resume', 'early');
    await untilCalled(before + 1);
    await rollcall.control('pause', 'early');
    await rollcall.until('early', 'paused');
    expect(endpoint.total()).toBe(before + 1);
    expect(await rollcall.control('status', 'early')).toMatchObject({
      status: 'paused',
      progress: { remaining: ROWS - before - 1 },
    });
    delayMs = 10;
    await rollcall.control('resume', 'early');
    await rollcall.end(execution);
    expect(await rollcall.record('early')).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(endpoint.total()).toBe(ROWS);
  });

  it('takes a pause and a resume written into its record by hand', async () => {
    delayMs = 500;
    const execution = await start('by-hand');
    await untilCalled(2);
    const set = (status: string) =>
      rollcall.documents.send(
        new UpdateCommand({
          TableName: rollcall.output('RunsTableName'),
          Key: { evaluation_id: 'by-hand' },
          UpdateExpression: 'SET #s = :s',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':s': status },
        }),
      );
    await set('pausing');
    await rollcall.until('by-hand', 'paused');
    const called = endpoint.total();
    expect(called).toBeLessThan(ROWS);
    await sleep(300);
    expect(endpoint.total()).toBe(called);
    delayMs = 10;
    await set('running');
    await rollcall.end(execution);
    expect(endpoint.total()).toBe(ROWS);
  });

  it.each(modesFor('tool', 'agent'))(
    '%s: is cancelled; rows in flight finish, the others are skipped with the reason',
    async (mode) => {
      const id = `cancelled-${mode}`;
      const execution = await start(id, mode, { maxConcurrency: 2 });
      await untilCalled(5);
      // Longer than it takes the run to see that it is cancelled.
      delayMs = 2_000;
      await untilCalled(endpoint.total() + 2);
      expect(await rollcall.control('cancel', id, { reason: 'wrong dataset' })).toMatchObject({ changed: true });
      expect(await rollcall.control('cancel', id)).toMatchObject({
        changed: false,
        status: 'cancelled',
        reason: 'wrong dataset',
      });
      const called = endpoint.total();
      const summary = JSON.parse((await rollcall.end(execution)).output ?? '{}');
      expect(summary).toMatchObject({ status: 'cancelled', reason: 'wrong dataset', total: ROWS });
      expect(endpoint.total()).toBeLessThanOrEqual(called + 2);
      expect(summary.succeeded).toBe(endpoint.total());
      expect(summary.skipped).toBe(ROWS - summary.succeeded);
      const rows = await rollcall.results(id, 'status, error_name, error_message');
      expect(rows.at(-1)).toEqual({ status: 'skipped', error_name: 'RunCancelled', error_message: 'wrong dataset' });
    },
  );

  it('cancelled at once, stops its agents in flight', async () => {
    held = 3;
    const execution = await start('now', 'agent');
    await untilCalled(4);
    await rollcall.control('cancel', 'now');
    expect(await rollcall.control('cancel', 'now', { now: true })).toMatchObject({ changed: true });
    expect(await rollcall.control('cancel', 'now', { now: true })).toMatchObject({ changed: false });
    expect(JSON.parse((await rollcall.end(execution)).output ?? '{}')).toMatchObject({
      status: 'cancelled',
      succeeded: 3,
      skipped: ROWS - 3,
    });
    const [row] = (await rollcall.results('now', 'status, calls, trace_ref')).slice(3);
    expect(row).toMatchObject({ status: 'skipped', calls: '1' });
    const agent = await rollcall.sfn.send(new DescribeExecutionCommand({ executionArn: row?.trace_ref ?? '' }));
    expect(agent).toMatchObject({ status: 'ABORTED', error: 'RunCancelled' });
  });

  it.each(modesFor('agent', 'tool'))('%s: a row that exceeds timeoutSeconds fails and is let go', async (mode) => {
    held = 1;
    const id = `slow-${mode}`;
    const executor = { timeoutSeconds: 1, retryPolicy: { maxAttempts: 1 } };
    const execution = await start(id, mode, executor);
    await rollcall.end(execution);
    const rows = await rollcall.results(id, 'status, error_name, error_class');
    expect(rows[1]).toEqual({ status: 'failed', error_name: 'TargetTimeout', error_class: 'transient' });
    expect(rows.filter((row) => row.status === 'succeeded')).toHaveLength(ROWS - 1);
    if (mode === 'endpoint') expect(endpoint.dropped).toEqual(['1']);
    if (mode === 'agent') {
      const { executions = [] } = await rollcall.sfn.send(
        new ListExecutionsCommand({ stateMachineArn: rollcall.output('CountingAgentArn'), statusFilter: 'RUNNING' }),
      );
      // Other runs have agents in the same cloud.
      expect(executions.filter(({ name = '' }) => name.startsWith(agentNamePrefix(id)))).toEqual([]);
    }
  });

  it('runs more, or fewer, rows side by side when told to', async () => {
    delayMs = 120;
    const execution = await start('wider');
    await untilCalled(1);
    expect(await rollcall.control('set-concurrency', 'wider', { maxConcurrency: 1 })).toMatchObject({ changed: false });
    expect(await rollcall.control('set-concurrency', 'wider', { maxConcurrency: 8 })).toMatchObject({ changed: true });
    expect(await rollcall.control('set-concurrency', 'wider', { maxConcurrency: 8 })).toMatchObject({ changed: false });
    expect(await rollcall.record('wider')).toMatchObject({ max_concurrency: 8 });
    await rollcall.end(execution);
    await expect(rollcall.control('set-concurrency', 'wider', { maxConcurrency: 2 })).rejects.toThrow(
      'Run wider is completed and calls no rows at the moment',
    );
    expect(calledOnce()).toBe(true);
  });

  /** What Step Functions gives the batches that run. */
  const batchesOf = async (executionArn: string) => {
    const { mapRuns = [] } = await rollcall.sfn.send(new ListMapRunsCommand({ executionArn }));
    const { executions = [] } = await rollcall.sfn.send(
      new ListExecutionsCommand({ mapRunArn: mapRuns[0]?.mapRunArn, statusFilter: 'RUNNING' }),
    );
    return Promise.all(executions.map(({ executionArn: arn }) => described(arn)));
  };
  const described = (executionArn: string | undefined) =>
    rollcall.sfn.send(new DescribeExecutionCommand({ executionArn }));

  const invoke = async (FunctionName: string, event: object) => {
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
    return JSON.parse(Buffer.from((await rollcall.lambda.send(command)).Payload ?? []).toString());
  };

  const STOPS_AT_ONCE = { stopOnError: 'stop_after_n', errorThreshold: 1 };

  it('starts more agents when told to, and settles rows of agents that nobody waits for any more', async () => {
    delayMs = 90_000;
    const executor = { ...STOPS_AT_ONCE, retryPolicy: { maxAttempts: 1 } };
    const config = { ...countedConfig('agent', rollcall, endpoint, executor), trace: true };
    const execution = await rollcall.start('stopped-batch', { datasetId: 'pause-numbers', limit: 2, config });
    await untilCalled(1);
    const [first] = await batchesOf(execution);
    const more = await rollcall.control('set-concurrency', 'stopped-batch', { maxConcurrency: 2 });
    expect(more).toMatchObject({ changed: true });
    await untilCalled(2);
    // As if the second batch had failed while its agent runs on, which has had its time.
    const second = (await batchesOf(execution)).find(({ name }) => name !== first?.name);
    const { run, batch } = JSON.parse(second?.input ?? '');
    const left = { Bucket: rollcall.output('DataBucketName'), Key: 'runs/stopped-batch/rows/left.jsonl' };
    await rollcall.s3.send(new PutObjectCommand({ ...left, Body: JSON.stringify(batch) }));
    await sleep(1_000);
    const late = { ...run, timeoutSeconds: 1 };
    const swept = { run: late, planned: 2, manifestKey: left.Key, executionId: second?.name };
    expect(await invoke('rollcall-row-sweeper', swept)).toEqual({ outcome: 'done' });
    // And the first is stopped.
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: first?.executionArn }));
    expect(JSON.parse((await rollcall.end(execution)).output ?? '{}')).toMatchObject({ status: 'halted' });
    const rows = await rollcall.results('stopped-batch', 'status, error_name, trace_ref');
    expect(rows.map(({ error_name }) => error_name)).toEqual(['TargetFailed', 'TargetTimeout']);
    for (const { trace_ref } of rows) expect((await described(trace_ref ?? '')).status).toBe('ABORTED');
  });

  it('has the rows of a batch that no caller could begin as failed', async () => {
    delayMs = 3_000;
    const execution = await start('given-up', 'endpoint', STOPS_AT_ONCE);
    await rollcall.until('given-up', 'pending', 'running');
    await rollcall.control('pause', 'given-up');
    await rollcall.until('given-up', 'paused');
    const [batch] = await vi.waitFor(async () => {
      const found = await batchesOf(execution);
      expect(found).toHaveLength(1);
      return found;
    });
    // What follows ten crashes of a caller.
    const stateMachineArn = rollcall.output('EvaluationStateMachineArn');
    const { definition, roleArn } = await rollcall.sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    const failure = { Error: 'Runtime.ImportModuleError', Cause: 'no such module' };
    const given = { ...JSON.parse(batch?.input ?? ''), crashes: 10, failure };
    // The state runs alone, in an execution of the batch's name.
    let states: Record<string, unknown> = {};
    JSON.parse(definition ?? '', (_key, value) => {
      if (value?.RecordFailure) states = value;
      return value;
    });
    const { RecordFailure, Settled } = states;
    const alone = { QueryLanguage: 'JSONata', StartAt: 'RecordFailure', States: { RecordFailure, Settled } };
    const machine = { name: 'given-up', definition: JSON.stringify(alone), roleArn };
    const created = await rollcall.sfn.send(new CreateStateMachineCommand(machine));
    const recording = await rollcall.sfn.send(
      new StartExecutionCommand({ ...created, name: batch?.name, input: JSON.stringify(given) }),
    );
    expect(await rollcall.end(recording.executionArn ?? '')).toMatchObject({ status: 'SUCCEEDED' });
    await rollcall.sfn.send(new DeleteStateMachineCommand(created));
    expect(JSON.parse((await rollcall.end(execution)).output ?? '{}')).toMatchObject({ status: 'halted' });
    const rows = await rollcall.results('given-up', 'status, error_name');
    expect(rows.at(-1)).toEqual({ status: 'failed', error_name: 'CallerFailed' });
  });

  it('is not needed to have one agent’s answer, which is waited for as long as is said', async () => {
    const call = async (n: number, more: object) => {
      const event = { agentStateMachineArn: rollcall.output('CountingAgentArn'), executionId: 'alone', ...more };
      const asked = { ...event, sampleId: String(n), agentInput: { n, url: endpoint.url } };
      return invoke('rollcall-agent-caller', asked);
    };
    held = 1;
    expect(await call(0, { trace: true })).toMatchObject({ actualOutput: expect.any(String) });
    expect(await call(1, { timeoutMs: 500 })).toMatchObject({ errorType: 'TargetTimeout' });
  });

  it('that has ended refuses what only a run that goes on can do, and says what it is', async () => {
    await rollcall.end(await start('ended'));
    await expect(rollcall.control('pause', 'ended')).rejects.toMatchObject({
      name: 'IllegalTransition',
      message: 'Run ended is completed; it cannot be paused. Only a pending or running run can.',
    });
    await expect(rollcall.control('cancel', 'ended')).rejects.toMatchObject({
      name: 'IllegalTransition',
      message: 'Run ended is completed; it cannot be cancelled. It has ended already.',
    });
    expect(await rollcall.control('resume', 'ended')).toMatchObject({ changed: false, status: 'completed' });
    expect(await rollcall.control('retry', 'ended')).toMatchObject({ changed: false, status: 'completed' });
    await expect(rollcall.control('pause', 'nowhere')).rejects.toMatchObject({ name: 'RunNotFound' });
    await expect(rollcall.control('pause', 'a b')).rejects.toMatchObject({ name: 'InvalidControlRequest' });
  });

  it('tells how far it is: counts that sum, a percentage that never falls', async () => {
    const execution = await start('watched', 'endpoint', { maxConcurrency: 3 });
    let last = 0;
    let looks = 0;
    for (;;) {
      const answer = await rollcall.control('status', 'watched').catch(() => undefined);
      await sleep(20);
      if (!answer) continue;
      const { total, succeeded, failed, skipped, running, remaining, percent } = answer.progress;
      expect(succeeded + failed + skipped + running + remaining).toBe(total);
      expect(percent).toBeGreaterThanOrEqual(last);
      last = percent;
      looks += 1;
      if (answer.status === 'completed') break;
    }
    expect(looks).toBeGreaterThan(3);
    expect(last).toBe(100);
    await rollcall.end(execution);
  });
});
