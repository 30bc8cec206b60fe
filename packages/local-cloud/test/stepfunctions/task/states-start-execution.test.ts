import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { StatesCloud } from '../states-cloud.ts';

const START = 'arn:aws:states:::states:startExecution';

let cloud: StatesCloud;
let denied = '';
let child = '';
let failing = '';
let waiting = '';
beforeAll(async () => {
  cloud = await StatesCloud.start({
    authorize: (_caller, permissions) => {
      for (const { action, resource } of permissions) {
        if (action === denied) throw new AwsError('AccessDeniedException', `no ${action} on ${resource}`, 400);
      }
    },
  });
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
afterEach(() => {
  denied = '';
});

describe('states:startExecution', () => {
  it('answers at once with the ARN and the time in milliseconds', async () => {
    const { output } = await cloud.runTask('start', START, { StateMachineArn: child, Name: 'one', Input: { a: 1 } });
    expect(output).toMatchObject({
      ExecutionArn: expect.stringMatching(/:execution:child:one$/),
      StartDate: expect.any(Number),
    });
  });

  it('takes no other field', async () => {
    const args = { StateMachineArn: child, TraceHeader: 'Root=1-2-3' };
    await expect(cloud.runTask('traced', START, args)).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining('TraceHeader'),
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
      RedriveCount: 0,
      RedriveStatus: 'NOT_REDRIVABLE',
      RedriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven',
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

describe('a name that states:startExecution.sync:2 finds taken', () => {
  const task = (StateMachineArn: string, Name: string, Input: object) => ({ StateMachineArn, Name, Input });

  it('is waited for while it runs with the same input', async () => {
    const slow = await cloud.createMachine('slow', {
      StartAt: 'Wait',
      States: { Wait: { Type: 'Wait', Seconds: 1, End: true } },
    });
    const both = await Promise.all(
      ['attach-1', 'attach-2'].map((name) => cloud.runTask(name, `${START}.sync:2`, task(slow, 'same', { a: 1 }))),
    );
    expect(both).toMatchObject([{ output: { Output: { a: 1 } } }, { output: { Output: { a: 1 } } }]);
    const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn: slow }));
    expect(executions).toHaveLength(1);
  });

  it('is an error while it runs with another input, and when it has ended', async () => {
    const executionArn = await cloud.startMachine(waiting, { a: 1 }, 'taken');
    const other = await cloud.runTask('other-input', `${START}.sync:2`, task(waiting, 'taken', { a: 2 }));
    expect(other.error).toBe('StepFunctions.ExecutionAlreadyExistsException');
    await cloud.sfn.send(new StopExecutionCommand({ executionArn }));
    const over = await cloud.runTask('over', `${START}.sync:2`, task(waiting, 'taken', { a: 1 }));
    expect(over.error).toBe('StepFunctions.ExecutionAlreadyExistsException');
    expect(over.cause).toMatch(/Error Code: ExecutionAlreadyExists; /);
  });
});

describe('what states:startExecution.sync:2 needs', () => {
  const definition = {
    StartAt: 'Run',
    States: { Run: { Type: 'Task', Resource: `${START}.sync:2`, Arguments: { StateMachineArn: 'x' }, End: true } },
  };

  it.each(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'])(
    'is %s on the managed rule: without it the state machine is not even created, nor updated to it',
    async (action) => {
      denied = action;
      const refused = {
        name: 'AccessDeniedException',
        message: expect.stringMatching(/is not authorized to create managed-rule.*StepFunctionsExecutionRule$/),
      };
      await expect(cloud.createMachine('no-rule', definition)).rejects.toMatchObject(refused);
      const text = JSON.stringify({ QueryLanguage: 'JSONata', ...definition });
      const update = new UpdateStateMachineCommand({ stateMachineArn: child, definition: text });
      await expect(cloud.sfn.send(update)).rejects.toMatchObject(refused);
    },
  );

  it.each(['states:StartExecution', 'states:DescribeExecution'])('is %s at run time', async (action) => {
    const name = action.replace(':', '-');
    const stateMachineArn = await cloud.createMachine(name, {
      StartAt: 'Run',
      States: {
        Run: { Type: 'Task', Resource: `${START}.sync:2`, Arguments: { StateMachineArn: child }, End: true },
      },
    });
    denied = action;
    const { error, cause } = await cloud.ended(await cloud.startMachine(stateMachineArn));
    expect(error).toBe('StepFunctions.AWSStepFunctionsException');
    expect(cause).toMatch(/Error Code: AccessDeniedException; /);
  });

  it('is room for input and output in one state: States.ALL does not catch that there is none, its own name does', async () => {
    const Input = { text: 'x'.repeat(150_000) };
    const caught = (ErrorEquals: string) => ({ Catch: [{ ErrorEquals: [ErrorEquals], Next: 'Caught' }] });
    const run = (name: string, ErrorEquals: string) =>
      cloud.run(name, {
        StartAt: 'Run',
        States: {
          Run: {
            Type: 'Task',
            Resource: `${START}.sync:2`,
            Arguments: { StateMachineArn: child, Input },
            ...caught(ErrorEquals),
            End: true,
          },
          Caught: { Type: 'Pass', Output: 'caught', End: true },
        },
      });
    expect(await run('too-large', 'States.ALL')).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
    expect(await run('too-large-named', 'States.DataLimitExceeded')).toMatchObject({ output: 'caught' });
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
