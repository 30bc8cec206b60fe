import {
  DescribeExecutionCommand,
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateMapRunCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRunRecordStore } from '../../../client/run-records/run-record-store.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { agentExecutionName } from '../../../core/row-identity.ts';
import { controlRun } from '../../../functions/run-control/control-run.ts';
import { runRecordOf } from '../../support/run-record.ts';
import { summaryOf } from '../../support/summary.ts';
import { startCallerCloud } from '../caller-cloud.ts';

const { documents, runsTable } = await startCallerCloud();
const runs = createRunRecordStore(documents, runsTable);
const client = new SFNClient({});
const sfn = mockClient(client);

const ACCOUNT = 'us-east-1:123456789012';
const MACHINE = `arn:aws:states:${ACCOUNT}:stateMachine:rollcall-evaluation`;
const EXECUTION = `arn:aws:states:${ACCOUNT}:execution:rollcall-evaluation:run`;
const MAP_RUN = `arn:aws:states:${ACCOUNT}:mapRun:rollcall-evaluation/Samples:1`;
const AGENT = `arn:aws:states:${ACCOUNT}:stateMachine:agent`;

const deps = {
  runs,
  sfn: client,
  stateMachineArn: MACHINE,
  observer: { started() {}, ended() {}, controlled() {} },
};
const thrown = (name: string) => Object.assign(new Error('said so'), { name });

let count = 0;
async function newRun(fields: Partial<RunRecord> = {}, config: object = {}): Promise<string> {
  const evaluation_id = `run-${++count}`;
  const execution_mode = 'agent';
  const parsed = evaluationConfigSchema.parse({
    executionMode: execution_mode,
    agentStateMachineArn: AGENT,
    ...config,
  });
  const pass = { pass_id: EXECUTION, execution_arn: EXECUTION };
  await runs.create(runRecordOf({ evaluation_id, execution_mode, config: JSON.stringify(parsed), ...pass, ...fields }));
  return evaluation_id;
}
const control = (action: string, evaluationId: string, options: object = {}) =>
  controlRun({ action, evaluationId, ...options }, deps);

const execution = (status: 'RUNNING' | 'ABORTED' | 'SUCCEEDED', stopDate?: Date) =>
  sfn.on(DescribeExecutionCommand).resolves({ status, stopDate });
/** A Map Run with these children; `pending` ones are still to start. */
function children(names: string[], { pending = 0, maxConcurrency = 2 } = {}): void {
  sfn.on(ListMapRunsCommand).resolves({
    mapRuns: [{ mapRunArn: MAP_RUN, executionArn: EXECUTION, stateMachineArn: MACHINE, startDate: new Date() }],
  });
  sfn
    .on(DescribeMapRunCommand)
    .resolves({ executionCounts: { running: names.length, pending } as never, maxConcurrency });
  sfn
    .on(ListExecutionsCommand, { mapRunArn: MAP_RUN })
    .resolves({ executions: names.map((name) => ({ name })) as never });
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
  execution('RUNNING');
  sfn.on(ListMapRunsCommand).resolves({ mapRuns: [] });
  sfn.on(StartExecutionCommand).resolves({ executionArn: 'arn', startDate: new Date() });
});

describe('a pausing run', () => {
  const parked = (...names: string[]) => newRun({ status: 'pausing', parked_children: new Set(names) });

  it('is paused when as many batches stand still as may run side by side', async () => {
    children(['a', 'b'], { pending: 5 });
    expect(await control('status', await parked('a', 'b'))).toMatchObject({
      status: 'paused',
      progress: { running: 0 },
    });
  });

  it('is paused when fewer batches than that are left and all stand still', async () => {
    children(['a'], { maxConcurrency: 100 });
    expect(await control('status', await parked('a'))).toMatchObject({ status: 'paused' });
  });

  it('is still pausing while a batch has a row in flight', async () => {
    children(['a', 'b'], { pending: 5 });
    expect(await control('status', await parked('a'))).toMatchObject({ status: 'pausing', progress: { running: 1 } });
  });

  it('is still pausing between two batches, for the next may have begun already', async () => {
    children([], { pending: 3 });
    expect(await control('status', await newRun({ status: 'pausing' }))).toMatchObject({ status: 'pausing' });
  });

  it('is not taken in by the name of a batch that has ended', async () => {
    children(['b', 'c'], { pending: 0 });
    expect(await control('status', await parked('a', 'b'))).toMatchObject({
      status: 'pausing',
      progress: { running: 1 },
    });
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
  it('is left to the event that closes it for some minutes, then has failed', async () => {
    execution('ABORTED', new Date());
    const id = await newRun();
    expect(await control('status', id)).toMatchObject({ status: 'running', changed: false });
    await expect(control('pause', id)).rejects.toThrow(`Run ${id} is running, but its execution has ended (ABORTED)`);
    execution('ABORTED', new Date(Date.now() - 10 * 60_000));
    expect(await control('status', id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('ended as ABORTED'),
    });
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

  it('while another goes on is refused, with the run’s state', async () => {
    execution('RUNNING');
    const id = await newRun();
    await expect(control('retry', id)).rejects.toThrow(
      `Run ${id} is running. Rows can be called again once it has ended.`,
    );
  });
});

describe('set-concurrency', () => {
  it('changes the Map Run, once', async () => {
    children(['a']);
    const id = await newRun();
    expect(await control('set-concurrency', id, { maxConcurrency: 7 })).toMatchObject({ changed: true });
    expect(sfn.commandCalls(UpdateMapRunCommand)[0]?.args[0].input).toEqual({ mapRunArn: MAP_RUN, maxConcurrency: 7 });
    expect((await runs.read(id)).max_concurrency).toBe(7);
    children(['a'], { maxConcurrency: 7 });
    expect(await control('set-concurrency', id, { maxConcurrency: 7 })).toMatchObject({ changed: false });
  });

  it('says so when the last row has settled meanwhile', async () => {
    children(['a']);
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
  it('stops the agents of this run and no others', async () => {
    const id = await newRun();
    const ours = agentExecutionName(id, 's', 1, 1);
    const others = agentExecutionName('another', 's', 1, 1);
    sfn.on(ListExecutionsCommand, { stateMachineArn: AGENT }).resolves({
      executions: [ours, others].map((name) => ({ name, executionArn: `arn:${name}` })) as never,
    });
    sfn.on(StopExecutionCommand).resolves({ stopDate: new Date() });
    expect(await control('cancel', id, { now: true, reason: 'enough' })).toMatchObject({
      status: 'cancelled',
      changed: true,
    });
    expect(sfn.commandCalls(StopExecutionCommand).map((call) => call.args[0].input)).toEqual([
      { executionArn: `arn:${ours}`, error: 'RunCancelled', cause: 'enough' },
    ]);
  });

  it('is done even where the agents may not be listed: their callers stop them later', async () => {
    sfn.on(ListExecutionsCommand).rejects(thrown('AccessDeniedException'));
    const id = await newRun();
    expect(await control('cancel', id, { now: true })).toMatchObject({ changed: true });
    expect(await runs.read(id)).toMatchObject({ status: 'cancelled', cancel_now: true });
  });
});
