import {
  DescribeExecutionCommand,
  DescribeMapRunCommand,
  ListMapRunsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateMapRunCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { createBatchLog } from '../../../domain/run-log/store/batch-log.ts';
import { NOTHING_COUNTED, type RunRecord } from '../../../domain/run-records/run-record.ts';
import { createBatchCountsStore } from '../../../domain/run-records/store/batch-counts.ts';
import { createRunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { controlRun } from '../../../functions/run-control/control-run.ts';
import { runRecordOf } from '../../support/run-record.ts';
import { summaryOf } from '../../support/summary.ts';
import { callerRun, startCallerCloud } from '../caller-cloud.ts';

const { documents, tables, s3, bucket } = await startCallerCloud();
const runs = createRunRecordStore(documents, tables);
const counts = createBatchCountsStore(documents, tables.counts);
const client = new SFNClient({});
const sfn = mockClient(client);

const ACCOUNT = 'us-east-1:123456789012';
const MACHINE = `arn:aws:states:${ACCOUNT}:stateMachine:rollcall-evaluation`;
const EXECUTION = `arn:aws:states:${ACCOUNT}:execution:rollcall-evaluation:run`;
const MAP_RUN = `arn:aws:states:${ACCOUNT}:mapRun:rollcall-evaluation/Samples:1`;
const AGENT = `arn:aws:states:${ACCOUNT}:stateMachine:agent`;

const deps = {
  runs,
  s3,
  bucket,
  sfn: client,
  machineOf: () => MACHINE,
  jobs: { join: async () => {} },
  observer: { started() {}, ended() {}, controlled() {} },
  closeStoppedRun: vi.fn(async () => {}),
};
const thrown = (name: string) => Object.assign(new Error('said so'), { name });

let count = 0;
async function newRun(
  fields: Partial<RunRecord> = {},
  config: object = { executionMode: 'agent', agentStateMachineArn: AGENT },
): Promise<string> {
  const evaluation_id = `run-${++count}`;
  const parsed = evaluationConfigSchema.parse(config);
  const { executionMode: execution_mode } = parsed;
  const pass = { pass_id: EXECUTION, execution_arn: EXECUTION };
  await runs.create(runRecordOf({ evaluation_id, execution_mode, config: JSON.stringify(parsed), ...pass, ...fields }));
  return evaluation_id;
}
const control = (action: string, evaluationId: string, options: object = {}) =>
  controlRun({ action, evaluationId, ...options }, deps);

const execution = (status: 'RUNNING' | 'ABORTED' | 'SUCCEEDED', stopDate?: Date) =>
  sfn.on(DescribeExecutionCommand).resolves({ status, stopDate });
/** A Map Run that is going on, with so many batches worked on and so many still to start. */
function mapRun({ running = 1, pending = 0, maxConcurrency = 2 } = {}): void {
  sfn.on(ListMapRunsCommand).resolves({
    mapRuns: [{ mapRunArn: MAP_RUN, executionArn: EXECUTION, stateMachineArn: MACHINE, startDate: new Date() }],
  });
  sfn.on(DescribeMapRunCommand).resolves({ itemCounts: { running, pending } as never, maxConcurrency });
}
const over = (status: RunRecord['status'], summary: object = {}): Partial<RunRecord> => ({
  status,
  finished_at: new Date().toISOString(),
  summary: JSON.stringify({
    ...summaryOf({ evaluationId: 'run', status, total: 10, succeeded: 8, failed: 2, errors: { transient: 2 } }),
    ...summary,
  }),
});

beforeEach(() => {
  sfn.reset();
  deps.closeStoppedRun.mockClear();
  execution('RUNNING');
  sfn.on(ListMapRunsCommand).resolves({ mapRuns: [] });
  sfn.on(StartExecutionCommand).resolves({ executionArn: 'arn', startDate: new Date() });
});

describe('a pausing run', () => {
  /** A run that was paused some seconds ago, with what its batches have in flight. */
  async function pausing(secondsAgo: number, inFlight: number[]): Promise<string> {
    const paused_at = new Date(Date.now() - secondsAgo * 1000).toISOString();
    const id = await newRun({ status: 'pausing', paused_at, attempt: 2 });
    const written = { ...NOTHING_COUNTED, entries: 1 };
    for (const [batch, in_flight] of inFlight.entries()) {
      await counts.write(id, 2, batch, { ...written, in_flight, state: in_flight > 0 ? 'running' : 'parked' });
    }
    // Of an earlier pass; it says nothing of this one.
    await counts.write(id, 1, 0, { ...written, in_flight: 3, state: 'running' });
    return id;
  }

  it('is paused when no batch has a row in flight', async () => {
    mapRun({ running: 2, pending: 5 });
    expect(await control('status', await pausing(3, [0, 0]))).toMatchObject({
      status: 'paused',
      progress: { running: 0 },
    });
  });

  it('is paused when no batch has begun, for none will start a row', async () => {
    mapRun({ running: 0, pending: 5 });
    expect(await control('status', await pausing(3, []))).toMatchObject({ status: 'paused' });
  });

  it('is still pausing while a batch has rows in flight', async () => {
    mapRun({ running: 3, pending: 5 });
    expect(await control('status', await pausing(600, [2, 0, 1]))).toMatchObject({
      status: 'pausing',
      progress: { running: 3 },
    });
  });

  it('is still pausing while a batch may not have heard of it', async () => {
    mapRun({ running: 1, pending: 5 });
    expect(await control('status', await pausing(1, [0]))).toMatchObject({ status: 'pausing' });
  });

  it('is paused at once when its rows have not begun', async () => {
    expect(await control('status', await newRun({ status: 'pausing' }))).toMatchObject({ status: 'paused' });
  });

  it('is left alone when all its rows have settled: it is about to end', async () => {
    sfn.on(ListMapRunsCommand).resolves({
      mapRuns: [
        {
          mapRunArn: MAP_RUN,
          executionArn: EXECUTION,
          stateMachineArn: MACHINE,
          startDate: new Date(),
          stopDate: new Date(),
        },
      ],
    });
    expect(await control('status', await newRun({ status: 'pausing' }))).toMatchObject({ status: 'pausing' });
  });

  it('counts the time it was paused when it goes on', async () => {
    const id = await newRun({
      status: 'paused',
      paused_at: new Date(Date.now() - 60_000).toISOString(),
      paused_ms: 1_000,
    });
    expect(await control('resume', id)).toMatchObject({ changed: true, status: 'running' });
    const { paused_ms, paused_at } = await runs.read(id);
    expect(paused_ms).toBeGreaterThanOrEqual(61_000);
    expect(paused_at).toBeUndefined();
  });
});

describe('a run whose execution is gone', () => {
  it('is left to the event that closes it for a moment; then whoever looks has it closed, once', async () => {
    execution('ABORTED', new Date());
    const id = await newRun();
    expect(await control('status', id)).toMatchObject({
      status: 'running',
      changed: false,
      reason: expect.stringContaining('its execution has ended (ABORTED) and the run is being closed'),
    });
    await expect(control('pause', id)).rejects.toThrow(`Run ${id} is running, but its execution has ended (ABORTED)`);
    expect(deps.closeStoppedRun).not.toHaveBeenCalled();
    execution('ABORTED', new Date(Date.now() - 30_000));
    expect(await control('status', id)).toMatchObject({ status: 'running' });
    expect(await control('status', id)).toMatchObject({ status: 'running' });
    const input = JSON.stringify({ evaluationId: id });
    expect(deps.closeStoppedRun.mock.calls).toEqual([
      [{ executionArn: EXECUTION, name: 'run', status: 'ABORTED', input }],
    ]);
  });

  it('has failed when that has not closed it either', async () => {
    execution('ABORTED', new Date(Date.now() - 30 * 60_000));
    const id = await newRun({ closing_requested_at: new Date(Date.now() - 16 * 60_000).toISOString() });
    expect(await control('status', id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('ended as ABORTED'),
    });
  });

  it('is closed also when it was cancelled before', async () => {
    execution('ABORTED', new Date(Date.now() - 30_000));
    await control('status', await newRun({ status: 'cancelled' }));
    expect(deps.closeStoppedRun).toHaveBeenCalledOnce();
  });

  it('can be resumed without waiting for either', async () => {
    execution('ABORTED', new Date());
    const id = await newRun();
    const answer = await control('resume', id);
    expect(answer).toMatchObject({ changed: true, status: 'pending' });
    expect(sfn.commandCalls(StartExecutionCommand)[0]?.args[0].input).toMatchObject({
      stateMachineArn: MACHINE,
      input: JSON.stringify({ evaluationId: id, retry: 'missing' }),
    });
    expect((await runs.read(id)).execution_arn).toBe(answer.executionArn);
  });
});

describe('a pass', () => {
  beforeEach(() => execution('SUCCEEDED', new Date()));

  it('that cannot be started leaves the run as it was', async () => {
    sfn.on(StartExecutionCommand).rejects(thrown('ThrottlingException'));
    const id = await newRun({ ...over('halted'), reason: 'enough' });
    const before = await runs.read(id);
    await expect(control('retry', id)).rejects.toThrow('said so');
    expect({ ...(await runs.read(id)), updated_at: '', pass_requested_at: undefined }).toEqual({
      ...before,
      updated_at: '',
    });
  });

  it('whose command was cut off before it started the execution is started by the next command', async () => {
    sfn.on(DescribeExecutionCommand).rejects(thrown('ExecutionDoesNotExist'));
    const input = JSON.stringify({ evaluationId: 'x', retry: 'missing' });
    const id = await newRun({ status: 'pending', pass_input: input, pass_requested_at: new Date().toISOString() });
    expect(await control('status', id)).toMatchObject({ status: 'pending' });
    expect(await control('resume', id)).toMatchObject({ changed: false, status: 'pending' });
    expect(sfn.commandCalls(StartExecutionCommand)[0]?.args[0].input).toMatchObject({ name: 'run', input });
  });

  it('that never began has failed after a minute', async () => {
    sfn.on(DescribeExecutionCommand).rejects(thrown('ExecutionDoesNotExist'));
    const id = await newRun({ status: 'pending', pass_requested_at: new Date(Date.now() - 61_000).toISOString() });
    expect(await control('status', id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no longer exists'),
    });
  });

  it('has a name of its own each time', async () => {
    const id = await newRun(over('completed'));
    await control('retry', id);
    await runs.update(await runs.read(id), over('completed'));
    await control('retry', id);
    const names = sfn.commandCalls(StartExecutionCommand).map((call) => call.args[0].input.name);
    expect(new Set(names).size).toBe(2);
    expect(names.every((name = '') => name.startsWith(`${id}-failed-`) && name.length <= 80)).toBe(true);
  });

  it.each([
    ['retry', {}, { failed: 0, succeeded: 10, errors: {} }],
    ['retry', { errorClass: 'permanent' }, {}],
    ['resume', {}, {}],
  ])('%s %o starts nothing when there is nothing to call', async (action, options, summary) => {
    expect(await control(action, await newRun(over('completed', summary)), options)).toMatchObject({ changed: false });
    expect(sfn.commandCalls(StartExecutionCommand)).toEqual([]);
  });

  it.each([
    { ...over('cancelled'), stopped_from_outside: true },
    { ...over('failed') },
    // What is left to do costs nothing.
    { ...over('cancelled'), stopped_from_outside: true, cost_usd: 5 },
  ])('resume finishes a run that was cut off after its last row: %j', async (fields) => {
    const config = { executionMode: 'agent', agentStateMachineArn: AGENT, executor: { budgetLimit: 1 } };
    execution('ABORTED');
    expect(await control('resume', await newRun({ total: 10, ...fields }, config))).toMatchObject({ changed: true });
    expect(sfn.commandCalls(StartExecutionCommand)).toHaveLength(1);
  });

  it('resume leaves a run that was cancelled after its last row as it is', async () => {
    execution('ABORTED');
    expect(await control('resume', await newRun({ total: 10, ...over('cancelled') }))).toMatchObject({
      changed: false,
    });
  });

  it('that is paused and goes on before it was planned is still to begin', async () => {
    execution('RUNNING');
    const asked = { pass_started_at: '2026-01-01T00:00:00.000Z', pass_requested_at: '2026-01-02T00:00:00.000Z' };
    const id = await newRun({ status: 'paused', batch_size: 50, ...asked });
    expect(await control('resume', id)).toMatchObject({ changed: true, status: 'pending' });
  });

  it('while another goes on is refused, with the run’s state', async () => {
    execution('RUNNING');
    const id = await newRun();
    await expect(control('retry', id)).rejects.toThrow(
      `Run ${id} is running. Rows can be called again once it has ended.`,
    );
  });
});

describe('set-concurrency', () => {
  const endpoint = { executionMode: 'endpoint', endpoint: { url: 'https://example.com' } };
  const ofRows = (fields: Partial<RunRecord>) => newRun({ planned: 10_000, ...fields }, endpoint);
  const mapRunUpdates = () => sfn.commandCalls(UpdateMapRunCommand).map(({ args }) => args[0].input.maxConcurrency);

  it('changes the Map Run, once, where each row is a child', async () => {
    mapRun();
    const id = await newRun({ batch_size: 1 });
    expect(await control('set-concurrency', id, { maxConcurrency: 7 })).toMatchObject({ changed: true });
    expect(sfn.commandCalls(UpdateMapRunCommand)[0]?.args[0].input).toEqual({ mapRunArn: MAP_RUN, maxConcurrency: 7 });
    expect(await runs.read(id)).toMatchObject({ max_concurrency: 7, children: 7 });
    mapRun({ maxConcurrency: 7 });
    expect(await control('set-concurrency', id, { maxConcurrency: 7 })).toMatchObject({ changed: false });
    expect(mapRunUpdates()).toEqual([7]);
  });

  it('is on the record, where a batch learns its share from, and leaves the Map Run alone', async () => {
    mapRun({ maxConcurrency: 1 });
    const id = await ofRows({ max_concurrency: 5, children: 1 });
    expect(await control('set-concurrency', id, { maxConcurrency: 15 })).toMatchObject({ changed: true });
    expect(await runs.read(id)).toMatchObject({ max_concurrency: 15, children: 1 });
    expect(mapRunUpdates()).toEqual([]);
  });

  it('makes shares smaller before there are more of them', async () => {
    mapRun({ running: 2, pending: 8, maxConcurrency: 2 });
    const id = await ofRows({ max_concurrency: 40, children: 2 });
    sfn.on(UpdateMapRunCommand).callsFake(async () => {
      expect(await runs.read(id)).toMatchObject({ max_concurrency: 100, children: 5 });
      return {};
    });
    await control('set-concurrency', id, { maxConcurrency: 100 });
    expect(mapRunUpdates()).toEqual([5]);
  });

  it('downwards keeps as many shares as there are batches at work', async () => {
    mapRun({ running: 5, pending: 8, maxConcurrency: 5 });
    const id = await ofRows({ max_concurrency: 100, children: 5 });
    await control('set-concurrency', id, { maxConcurrency: 3 });
    expect(await runs.read(id)).toMatchObject({ max_concurrency: 3, children: 5 });
    expect(mapRunUpdates()).toEqual([]);
  });

  it('deals everything to the batches that are left', async () => {
    mapRun({ running: 2, pending: 0, maxConcurrency: 2 });
    const id = await ofRows({ max_concurrency: 40, children: 2 });
    await control('set-concurrency', id, { maxConcurrency: 100 });
    expect(await runs.read(id)).toMatchObject({ max_concurrency: 100, children: 2 });
    expect(mapRunUpdates()).toEqual([]);
  });

  it('that was cut off half-way is made whole when it is said again', async () => {
    mapRun({ running: 2, pending: 8, maxConcurrency: 2 });
    const id = await ofRows({ max_concurrency: 40, children: 2 });
    sfn.on(UpdateMapRunCommand).rejectsOnce(thrown('ThrottlingException')).resolves({});
    await expect(control('set-concurrency', id, { maxConcurrency: 100 })).rejects.toThrow('said so');
    expect(await control('set-concurrency', id, { maxConcurrency: 100 })).toMatchObject({ changed: false });
    expect(mapRunUpdates()).toEqual([5, 5]);
  });

  it('says so when the last row has settled meanwhile', async () => {
    mapRun();
    const id = await newRun();
    const ended = Object.assign(new Error('The Map Run has ended.'), { name: 'ValidationException' });
    sfn.on(UpdateMapRunCommand).rejects(ended);
    await expect(control('set-concurrency', id, { maxConcurrency: 7 })).rejects.toMatchObject({
      name: 'IllegalTransition',
      message: `Run ${id} is running and calls no rows at the moment; its concurrency cannot be changed.`,
    });
  });

  it.each([0, 1001, 1.5, '3'])('refuses %o', async (maxConcurrency) => {
    await expect(control('set-concurrency', 'any', { maxConcurrency })).rejects.toMatchObject({
      name: 'InvalidControlRequest',
    });
  });
});

describe('cancel with now', () => {
  it('stops the agents that the logs say are in flight, also one that starts in that moment', async () => {
    const id = await newRun({ batch_size: 1, attempt: 2 });
    const agent = (name: string) => `arn:aws:states:${ACCOUNT}:execution:agent:${name}`;
    const claim = (call: number, name: string) => ({
      ...NOTHING_WRITTEN,
      claims: [[0, call, name] as [number, number, string]],
    });
    const retry = { row: 0, calls: 1, notBefore: '', startedAt: '' };
    const log = (batch: number, attempt = 2) =>
      createBatchLog(s3, bucket, { run: callerRun({ evaluationId: id, attempt }), batch: batchOf(batch) });
    await log(0).append(0, claim(1, 'running'), []);
    // Called again after a failure; under the name of an earlier pass; settled; put off; and of an earlier pass.
    await log(1).append(0, claim(1, 'failed'), []);
    await log(1).append(1, { ...NOTHING_WRITTEN, retries: [retry] }, []);
    await log(1).append(2, claim(2, 'called-again'), []);
    await log(2).append(0, claim(1, 'settled'), []);
    await log(2).append(1, { ...NOTHING_WRITTEN, settled: [0] }, ['{}']);
    await log(3).append(0, claim(1, 'counted'), []);
    await counts.addRow(id, 2, 3, { ...NOTHING_COUNTED, succeeded: 1 });
    await log(4).append(0, claim(1, 'put-off'), []);
    await log(4).append(1, { ...NOTHING_WRITTEN, retries: [retry] }, []);
    await log(0, 1).append(0, claim(1, 'of-an-earlier-pass'), []);
    sfn.on(StopExecutionCommand).callsFake(async ({ executionArn }) => {
      // Meanwhile rows are settled, and one that was claimed has its agent started.
      if (executionArn === agent('running')) {
        await log(0).append(1, { ...NOTHING_WRITTEN, settled: [0] }, ['{}']);
        await log(5).append(0, claim(1, 'about-to-start'), []);
      }
      if (executionArn === agent('called-again')) await log(1).append(3, { ...NOTHING_WRITTEN, settled: [0] }, ['{}']);
      if (executionArn !== agent('about-to-start')) return { stopDate: new Date() };
      await log(5).append(1, { ...NOTHING_WRITTEN, settled: [0] }, ['{}']);
      throw thrown('ExecutionDoesNotExist');
    });
    expect(await control('cancel', id, { now: true, reason: 'enough' })).toMatchObject({
      status: 'cancelled',
      changed: true,
    });
    const why = { error: 'RunCancelled', cause: 'enough' };
    const stopped = sfn.commandCalls(StopExecutionCommand).map((call) => call.args[0].input);
    expect(
      stopped
        .slice(0, 2)
        .map(({ executionArn }) => executionArn)
        .sort(),
    ).toEqual([agent('called-again'), agent('running')]);
    expect(stopped.slice(2)).toEqual([{ executionArn: agent('about-to-start'), ...why }]);
  });

  it('is done even where the agents may not be stopped: they run to their end', async () => {
    const id = await newRun({ batch_size: 1 });
    const log = createBatchLog(s3, bucket, { run: callerRun({ evaluationId: id }), batch: batchOf(0) });
    await log.append(0, { ...NOTHING_WRITTEN, claims: [[0, 1, 'running']] }, []);
    sfn.on(StopExecutionCommand).rejects(thrown('AccessDeniedException'));
    expect(await control('cancel', id, { now: true })).toMatchObject({ changed: true });
    expect(await runs.read(id)).toMatchObject({ status: 'cancelled', cancel_now: true });
  });
});

const NOTHING_WRITTEN = { writer: 'w', at: '', claims: [], retries: [], settled: [] };
const batchOf = (index: number) => ({ index, key: 'rows', from: 0, to: 1, count: 1, shard: 0 });
