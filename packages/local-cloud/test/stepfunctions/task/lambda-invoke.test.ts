import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { StatesCloud } from '../states-cloud.ts';

const INVOKE = 'arn:aws:states:::lambda:invoke';
const FUNCTION = `exports.handler = async (event) => {
  if (event.fail) { const error = new Error(event.fail); error.name = 'RowError'; throw error; }
  if (event.large) return 'x'.repeat(event.large);
  return { echo: event };
};`;

let cloud: StatesCloud;
let arn = '';
let denied = false;
beforeAll(async () => {
  cloud = await StatesCloud.start({
    authorize: ({ arn: caller }, permissions) => {
      const [{ action, resource } = { action: '', resource: '' }] = permissions;
      if (!denied || action !== 'lambda:InvokeFunction') return;
      const reason = `because no identity-based policy allows the ${action} action`;
      throw new AwsError(
        'AccessDeniedException',
        `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} ${reason}`,
        403,
      );
    },
  });
  arn = await cloud.createFunction('echo', FUNCTION);
});
afterAll(() => cloud.close());

describe('lambda:invoke', () => {
  it("gives the function's answer with status, version and metadata", async () => {
    const {
      status,
      output,
      arn: execution,
    } = await cloud.runTask('invoke', INVOKE, { FunctionName: arn, Payload: { row: 1 } });
    expect(status).toBe('SUCCEEDED');
    expect(output).toEqual({
      ExecutedVersion: '$LATEST',
      Payload: { echo: { row: 1 } },
      SdkHttpMetadata: { HttpStatusCode: 200 },
      SdkResponseMetadata: { RequestId: expect.any(String) },
      StatusCode: 200,
    });
    expect(await cloud.eventTypes(execution)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it.each([
    [null, {}],
    ['7', 7],
    ['"text"', 'text'],
    ['no json', 'no json'],
    [[1], [1]],
  ])('passes the Payload %j on as %j', async (payload, received) => {
    const { output } = await cloud.runTask(`payload-${Math.random()}`, INVOKE, {
      FunctionName: 'echo',
      Payload: payload,
    });
    expect(output).toMatchObject({ Payload: { echo: received } });
  });

  it('names a function error by its errorType, with the whole payload as cause', async () => {
    const { status, error, cause } = await cloud.runTask('fails', INVOKE, {
      FunctionName: arn,
      Payload: { fail: 'bad row' },
    });
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'RowError' });
    expect(JSON.parse(cause ?? '')).toMatchObject({ errorType: 'RowError', errorMessage: 'bad row' });
  });

  it('names an unknown function as AWS does', async () => {
    const { error, cause } = await cloud.runTask('unknown', INVOKE, { FunctionName: 'nobody' });
    expect(error).toBe('Lambda.ResourceNotFoundException');
    expect(cause).toMatch(
      /Function not found: .*function:nobody.* \(Service: AWSLambda; Status Code: 404; Error Code: ResourceNotFoundException; Request ID: [\w-]+; Proxy: null\)$/,
    );
  });

  it('shows a denied invocation as Lambda.AWSLambdaException with the words of IAM', async () => {
    denied = true;
    const { error, cause } = await cloud.runTask('denied', INVOKE, { FunctionName: arn });
    denied = false;
    expect(error).toBe('Lambda.AWSLambdaException');
    expect(cause).toContain(`is not authorized to perform: lambda:InvokeFunction on resource: ${arn} because`);
    expect(cause).toContain('Status Code: 403; Error Code: AccessDeniedException');
  });

  it('refuses an answer of more than 256 KiB', async () => {
    const { error } = await cloud.runTask('large', INVOKE, { FunctionName: arn, Payload: { large: 262_144 } });
    expect(error).toBe('States.DataLimitExceeded');
  });

  it('answers 202 to an event invocation', async () => {
    const { output } = await cloud.runTask('event', INVOKE, { FunctionName: arn, InvocationType: 'Event' });
    expect(output).toMatchObject({ StatusCode: 202 });
  });
});

describe("a function's own ARN", () => {
  it("takes the task's input and gives the bare answer", async () => {
    const { output, arn: execution } = await cloud.runTask('direct', arn, { row: 2 });
    expect(output).toEqual({ echo: { row: 2 } });
    expect(await cloud.eventTypes(execution)).toContain('LambdaFunctionSucceeded');
  });

  it('fails with the errorType', async () => {
    expect(await cloud.runTask('direct-fails', arn, { fail: 'no' })).toMatchObject({ error: 'RowError' });
  });
});

describe('lambda:invoke.waitForTaskToken', () => {
  it('waits for SendTaskSuccess', async () => {
    const more = { TimeoutSeconds: 20 };
    const args = { FunctionName: arn, Payload: { token: '{% $states.context.Task.Token %}' } };
    const machine = await cloud.createMachine('token', {
      StartAt: 'Both',
      States: {
        Both: { Type: 'Task', Resource: `${INVOKE}.waitForTaskToken`, Arguments: args, End: true, ...more },
      },
    });
    const execution = await cloud.startMachine(machine);
    const token = await submittedToken(execution);
    const { SendTaskSuccessCommand } = await import('@aws-sdk/client-sfn');
    await cloud.sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: '{"done":true}' }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED', output: { done: true } });
    expect(await cloud.eventTypes(execution)).toContain('TaskSubmitted');
  });
});

async function submittedToken(execution: string): Promise<string> {
  for (;;) {
    const submitted = (await cloud.history(execution)).find(({ type }) => type === 'TaskSubmitted');
    const output = submitted?.taskSubmittedEventDetails?.output;
    if (output) return JSON.parse(output).Payload.echo.token;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
