import { DescribeExecutionCommand, ListExecutionsCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

const START = 'arn:aws:states:::states:startExecution';

let cloud: StatesCloud;
let child = '';
let failing = '';
let waiting = '';
beforeAll(async () => {
  cloud = await StatesCloud.start();
  child = await cloud.createMachine('child', {
    StartAt: 'Answer',
    States: { Answer: { Type: 'Pass', Output: { got: '{% $states.input %}' }, End: true } },
  });
  failing = await cloud.createMachine('failing', {
    StartAt: 'Fail',
    States: { Fail: { Type: 'Fail', Error: 'TooBad', Cause: 'no luck' } },
  });
  waiting = await cloud.createMachine('waiting', {
    StartAt: 'Wait',
    States: { Wait: { Type: 'Wait', Seconds: 60, End: true } },
  });
});
afterAll(() => cloud.close());

describe('states:startExecution', () => {
  it('answers at once with the ARN and the time in milliseconds', async () => {
    const { output } = await cloud.runTask('start', START, { StateMachineArn: child, Name: 'one', Input: { a: 1 } });
    expect(output).toMatchObject({
      ExecutionArn: expect.stringMatching(/:execution:child:one$/),
      StartDate: expect.any(Number),
    });
  });

  it('names an unknown state machine as AWS does', async () => {
    const { error, cause } = await cloud.runTask('unknown', START, { StateMachineArn: `${child}NoSuch` });
    expect(error).toBe('StepFunctions.StateMachineDoesNotExistException');
    expect(cause).toMatch(/\(Service: AWSStepFunctions; Status Code: 400; Error Code: StateMachineDoesNotExist; /);
  });
});

describe('states:startExecution.sync', () => {
  it('gives the finished execution, its output as text', async () => {
    const { output, arn } = await cloud.runTask('sync', `${START}.sync`, { StateMachineArn: child, Input: { a: 1 } });
    expect(output).toEqual({
      ExecutionArn: expect.any(String),
      Input: '{"a":1}',
      InputDetails: { Included: true },
      Name: expect.any(String),
      Output: '{"got":{"a":1}}',
      OutputDetails: { Included: true },
      StartDate: expect.any(Number),
      StateMachineArn: child,
      Status: 'SUCCEEDED',
      StopDate: expect.any(Number),
    });
    expect(await cloud.eventTypes(arn)).toContain('TaskSubmitted');
  });

  it('gives output as JSON with .sync:2', async () => {
    const { output } = await cloud.runTask('sync2', `${START}.sync:2`, { StateMachineArn: child, Input: { a: 1 } });
    expect(output).toMatchObject({ Input: { a: 1 }, Output: { got: { a: 1 } } });
  });

  it('fails with States.TaskFailed, and the execution as cause', async () => {
    const { error, cause } = await cloud.runTask('sync-fails', `${START}.sync:2`, { StateMachineArn: failing });
    expect(error).toBe('States.TaskFailed');
    expect(JSON.parse(cause ?? '')).toMatchObject({ Error: 'TooBad', Cause: 'no luck', Status: 'FAILED' });
  });

  it('stops the started execution when the task times out', async () => {
    const more = { TimeoutSeconds: 1 };
    const result = await cloud.runTask(
      'sync-timeout',
      `${START}.sync:2`,
      { StateMachineArn: waiting, Name: 'late' },
      more,
    );
    expect(result.error).toBe('States.Timeout');
    expect(await endOf('late')).toBe('ABORTED');
  });

  it('stops the started execution with its parent', async () => {
    const parent = await cloud.createMachine('parent', {
      StartAt: 'Run',
      States: {
        Run: {
          Type: 'Task',
          Resource: `${START}.sync`,
          Arguments: { StateMachineArn: waiting, Name: 'stopped' },
          End: true,
        },
      },
    });
    const executionArn = await cloud.startMachine(parent);
    await started('stopped');
    await cloud.sfn.send(new StopExecutionCommand({ executionArn }));
    expect(await endOf('stopped')).toBe('ABORTED');
  });
});

async function started(name: string): Promise<string> {
  for (;;) {
    const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn: waiting }));
    const found = executions.find((execution) => execution.name === name)?.executionArn;
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function endOf(name: string): Promise<string | undefined> {
  const executionArn = await started(name);
  await cloud.ended(executionArn);
  return (await cloud.sfn.send(new DescribeExecutionCommand({ executionArn }))).status;
}
