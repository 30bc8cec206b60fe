import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

describe('a task that waits for its token', () => {
  let cloud: StatesCloud;
  let count = 0;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    await cloud.createFunction('take-token', 'exports.handler = async () => "taken";');
  });
  afterAll(() => cloud.close());

  /** Starts a machine that waits, and reads the token from its history, as a function would from its event. */
  async function start(more: object = {}) {
    count += 1;
    const machine = await cloud.createMachine(`token-${count}`, {
      StartAt: 'Ask',
      States: {
        Ask: {
          Type: 'Task',
          Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
          Arguments: { FunctionName: 'take-token', Payload: { token: '{% $states.context.Task.Token %}' } },
          End: true,
          ...more,
        },
      },
    });
    const arn = await cloud.startMachine(machine);
    const scheduled = await expect
      .poll(async () => (await cloud.history(arn)).find(({ type }) => type === 'TaskScheduled'))
      .toBeDefined()
      .then(async () => (await cloud.history(arn)).find(({ type }) => type === 'TaskScheduled'));
    const taskToken = JSON.parse(scheduled?.taskScheduledEventDetails?.parameters ?? '{}').Payload.token as string;
    return { arn, taskToken };
  }

  it('goes on with the output it is sent', async () => {
    const { arn, taskToken } = await start();
    await expect.poll(() => cloud.eventTypes(arn)).toContain('TaskSubmitted');
    await cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{"answer":42}' }));
    expect(await cloud.ended(arn)).toMatchObject({ status: 'SUCCEEDED', output: { answer: 42 } });
    expect(await cloud.eventTypes(arn)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSubmitted',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
    const late = cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
    await expect(late).rejects.toMatchObject({ name: 'TaskTimedOut' });
  });

  it('fails with the error it is sent', async () => {
    const { arn, taskToken } = await start();
    await cloud.sfn.send(new SendTaskFailureCommand({ taskToken, error: 'Refused', cause: 'by hand' }));
    expect(await cloud.ended(arn)).toMatchObject({ status: 'FAILED', error: 'Refused', cause: 'by hand' });
  });

  it('fails when heartbeats stop, and lives as long as they come', async () => {
    const { arn, taskToken } = await start({ HeartbeatSeconds: 1 });
    for (let beat = 0; beat < 3; beat++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await cloud.sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
    }
    expect(await cloud.ended(arn)).toMatchObject({ status: 'FAILED', error: 'States.HeartbeatTimeout' });
    const late = cloud.sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
    await expect(late).rejects.toMatchObject({ name: 'TaskTimedOut' });
  });

  it('ends with its execution', async () => {
    const { arn, taskToken } = await start();
    await cloud.sfn.send(new StopExecutionCommand({ executionArn: arn }));
    await cloud.ended(arn);
    const late = cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
    await expect(late).rejects.toMatchObject({ name: 'TaskTimedOut' });
  });

  it('is not reached by a token that is none, nor by an output that is not JSON', async () => {
    const { arn, taskToken } = await start();
    const wrong = cloud.sfn.send(new SendTaskSuccessCommand({ taskToken: 'no token', output: '{}' }));
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidToken' });
    const output = cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{' }));
    await expect(output).rejects.toMatchObject({ name: 'InvalidOutput' });
    await cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '1' }));
    expect(await cloud.ended(arn)).toMatchObject({ output: 1 });
  });
});
