import {
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StartSyncExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

const passes = { StartAt: 'A', States: { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', End: true } } };
const waits = { StartAt: 'W', States: { W: { Type: 'Wait', Seconds: 600, End: true } } };

describe('executions', () => {
  let cloud: StatesCloud;
  let quick: string;
  let slow: string;
  const changes: Record<string, unknown>[] = [];
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    cloud.cloud.context.events.on('states:status-change', (detail) => changes.push(detail));
    quick = await cloud.createMachine('quick', passes);
    slow = await cloud.createMachine('slow', waits);
  });
  afterAll(() => cloud.close());

  it('give their input and output back', async () => {
    const arn = await cloud.startMachine(quick, { row: 1 }, 'first');
    expect(arn).toBe('arn:aws:states:us-east-1:000000000000:execution:quick:first');
    await cloud.ended(arn);

    const execution = await cloud.sfn.send(new DescribeExecutionCommand({ executionArn: arn }));
    expect(execution).toMatchObject({
      status: 'SUCCEEDED',
      input: '{"row":1}',
      output: '{"row":1}',
      stateMachineArn: quick,
      redriveStatus: 'NOT_REDRIVABLE',
    });
    expect(execution.stopDate?.getTime()).toBeGreaterThanOrEqual(execution.startDate?.getTime() ?? Infinity);
  });

  it('tell those who listen when they start and end', async () => {
    const arn = await cloud.startMachine(quick, { row: 2 });
    await cloud.ended(arn);
    await expect.poll(() => changes.filter(({ executionArn }) => executionArn === arn)).toHaveLength(2);
    const [running, ended] = changes.filter(({ executionArn }) => executionArn === arn);
    expect(running).toMatchObject({ status: 'RUNNING', stopDate: null, input: '{"row":2}', stateMachineArn: quick });
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '{"row":2}', stopDate: expect.any(Number) });
  });

  it('are the same when started again with the same name and input while running', async () => {
    const first = await cloud.startMachine(slow, { a: 1 }, 'same');
    const again = await cloud.startMachine(slow, { a: 1 }, 'same');
    expect(again).toBe(first);
    await expect(cloud.startMachine(slow, { a: 2 }, 'same')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
    await cloud.sfn.send(new StopExecutionCommand({ executionArn: first }));
    await cloud.ended(first);
    await expect(cloud.startMachine(slow, { a: 1 }, 'same')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });

  it('start only once when two calls come together', async () => {
    const starts = await Promise.allSettled([1, 2, 3, 4].map((a) => cloud.startMachine(slow, { a }, 'race')));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are stopped with an error and a cause', async () => {
    const executionArn = await cloud.startMachine(slow);
    await cloud.sfn.send(new StopExecutionCommand({ executionArn, error: 'Enough', cause: 'of this' }));
    const ended = await cloud.ended(executionArn);
    expect(ended).toMatchObject({ status: 'ABORTED', error: 'Enough', cause: 'of this' });
    expect(await cloud.eventTypes(executionArn)).toEqual(['ExecutionStarted', 'WaitStateEntered', 'ExecutionAborted']);
    const { stopDate } = await cloud.sfn.send(new StopExecutionCommand({ executionArn }));
    expect(stopDate).toBeInstanceOf(Date);
  });

  it.each([
    ['input that is not JSON', { input: '{' }, 'InvalidExecutionInput'],
    ['input over 262,144 bytes', { input: JSON.stringify('é'.repeat(131_072)) }, 'InvalidExecutionInput'],
    ['a name with a blank', { name: 'a b' }, 'InvalidName'],
    ['a name over 80 characters', { name: 'x'.repeat(81) }, 'InvalidName'],
    ['no state machine', { stateMachineArn: undefined }, 'ValidationException'],
    ['an ARN that is none', { stateMachineArn: 'quick' }, 'InvalidArn'],
    [
      'the ARN of nothing',
      { stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:gone' },
      'StateMachineDoesNotExist',
    ],
  ])('refuse %s', async (_what, change, name) => {
    const input = { stateMachineArn: quick, ...change } as { stateMachineArn: string };
    await expect(cloud.sfn.send(new StartExecutionCommand(input))).rejects.toMatchObject({ name });
  });

  it('accept 262,144 bytes of input exactly', async () => {
    const input = JSON.stringify('x'.repeat(262_142));
    const { executionArn = '' } = await cloud.sfn.send(new StartExecutionCommand({ stateMachineArn: quick, input }));
    expect(await cloud.ended(executionArn)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('are unknown by an ARN that nothing was started with', async () => {
    const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:quick:never';
    for (const command of [
      new DescribeExecutionCommand({ executionArn }),
      new GetExecutionHistoryCommand({ executionArn }),
      new StopExecutionCommand({ executionArn }),
    ]) {
      await expect(cloud.sfn.send(command as DescribeExecutionCommand)).rejects.toMatchObject({
        name: 'ExecutionDoesNotExist',
      });
    }
  });

  it('are listed newest first, in pages, by status', async () => {
    const machine = await cloud.createMachine('listed', {
      StartAt: 'C',
      States: {
        C: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.fail %}', Next: 'F' }], Default: 'S' },
        F: { Type: 'Fail' },
        S: { Type: 'Succeed' },
      },
    });
    for (const [index, fail] of [false, true, false, true, false].entries()) {
      await cloud.ended(await cloud.startMachine(machine, { fail }, `run-${index}`));
    }
    const names: (string | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await cloud.sfn.send(
        new ListExecutionsCommand({ stateMachineArn: machine, maxResults: 2, nextToken }),
      );
      names.push(...(page.executions ?? []).map(({ name }) => name));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(names).toEqual(['run-4', 'run-3', 'run-2', 'run-1', 'run-0']);

    const failed = await cloud.sfn.send(
      new ListExecutionsCommand({ stateMachineArn: machine, statusFilter: 'FAILED' }),
    );
    expect(failed.executions?.map(({ name, status }) => [name, status])).toEqual([
      ['run-3', 'FAILED'],
      ['run-1', 'FAILED'],
    ]);
  });

  it('end with their state machine', async () => {
    const machine = await cloud.createMachine('changing', waits);
    const executionArn = await cloud.startMachine(machine);
    await cloud.sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
    expect(await cloud.ended(executionArn)).toMatchObject({ status: 'ABORTED' });
  });
});

describe('the history of an execution', () => {
  let cloud: StatesCloud;
  let executionArn: string;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    executionArn = await cloud.startMachine(await cloud.createMachine('told', passes), { row: 1 });
    await cloud.ended(executionArn);
  });
  afterAll(() => cloud.close());

  it('numbers its events, each with the one before', async () => {
    const events = await cloud.history(executionArn);
    expect(events.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, 0, 'PassStateEntered'],
      [3, 2, 'PassStateExited'],
      [4, 3, 'PassStateEntered'],
      [5, 4, 'PassStateExited'],
      [6, 5, 'ExecutionSucceeded'],
    ]);
    expect(events[0]).toMatchObject({ executionStartedEventDetails: { input: '{"row":1}' } });
    expect(events[1]).toMatchObject({ stateEnteredEventDetails: { name: 'A', input: '{"row":1}' } });
    expect(events[2]).toMatchObject({ stateExitedEventDetails: { name: 'A', output: '{"row":1}' } });
    expect(events[0]?.timestamp).toBeInstanceOf(Date);
  });

  it('comes in pages, forwards and backwards', async () => {
    const ids: (number | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await cloud.sfn.send(
        new GetExecutionHistoryCommand({ executionArn, maxResults: 4, reverseOrder: true, nextToken }),
      );
      ids.push(...(page.events ?? []).map(({ id }) => id));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(ids).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('leaves data out when asked to', async () => {
    const { events = [] } = await cloud.sfn.send(
      new GetExecutionHistoryCommand({ executionArn, includeExecutionData: false }),
    );
    expect(JSON.stringify(events)).not.toContain('row');
    expect(events[1]?.stateEnteredEventDetails?.name).toBe('A');
  });
});

describe('an EXPRESS state machine', () => {
  let cloud: StatesCloud;
  let sfn: SFNClient;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    // The SDK would put `sync-` before the host.
    sfn = new SFNClient({ ...cloud.clientConfig, disableHostPrefix: true });
  });
  afterAll(async () => {
    sfn.destroy();
    await cloud.close();
  });

  it('answers with what came out', async () => {
    const stateMachineArn = await cloud.createMachine('express', passes, 'EXPRESS');
    const result = await sfn.send(new StartSyncExecutionCommand({ stateMachineArn, input: '{"row":1}' }));
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: '{"row":1}' });
    expect(result.executionArn).toContain(':express:express:');
    await expect(
      cloud.sfn.send(new DescribeExecutionCommand({ executionArn: result.executionArn })),
    ).rejects.toMatchObject({ name: 'StateMachineTypeNotSupported' });
  });

  it('answers with the error of a failure', async () => {
    const fails = { StartAt: 'F', States: { F: { Type: 'Fail', Error: 'No', Cause: 'because' } } };
    const stateMachineArn = await cloud.createMachine('express-fails', fails, 'EXPRESS');
    const result = await sfn.send(new StartSyncExecutionCommand({ stateMachineArn }));
    expect(result).toMatchObject({ status: 'FAILED', error: 'No', cause: 'because' });
  });

  it('answers a function, whose SDK calls it at a host of its own', async () => {
    const stateMachineArn = await cloud.createMachine('express-called', passes, 'EXPRESS');
    const functionArn = await cloud.createFunction(
      'calls-express',
      `const { SFNClient, StartSyncExecutionCommand } = require('@aws-sdk/client-sfn');
       exports.handler = async (input) =>
         (await new SFNClient({}).send(new StartSyncExecutionCommand(input))).output;`,
      { Timeout: 20 },
    );
    const { output } = await cloud.runTask('function', 'arn:aws:states:::lambda:invoke', {
      FunctionName: functionArn,
      Payload: { stateMachineArn, input: '{"row":1}' },
    });
    expect(output).toMatchObject({ Payload: '{"row":1}' });
  });

  it('is what StartSyncExecution needs', async () => {
    const stateMachineArn = await cloud.createMachine('standard', passes);
    const start = sfn.send(new StartSyncExecutionCommand({ stateMachineArn }));
    await expect(start).rejects.toMatchObject({ name: 'StateMachineTypeNotSupported' });
  });
});
