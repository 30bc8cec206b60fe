import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../../../functions/tool-caller/call-tool.ts';
import { toolInput } from '../../../functions/tool-caller/tool-input.ts';
import { datasetRow, type RunChanges, toolRun } from '../caller-cloud.ts';

const client = new LambdaClient();
const lambda = mockClient(client);
beforeEach(() => lambda.reset());

const arn = 'arn:aws:lambda:us-east-1:000000000000:function:weather';

async function call(changes: RunChanges = {}) {
  const ofRun = {
    row: datasetRow({ sample_id: 's', input: '{"city":"Rome"}', expected: undefined }),
    run: toolRun({ timeoutSeconds: 5, toolLambdaArn: arn, ...changes }),
  };
  return callTool(
    { ...ofRun, call: 1, remainingMs: () => 60_000, reserve: async () => {} },
    await toolInput(ofRun),
    client,
  );
}

const answers = (payload: unknown, FunctionError?: string) =>
  lambda.on(InvokeCommand).resolves({ Payload: Buffer.from(JSON.stringify(payload)) as never, FunctionError });

const fails = (name: string) => lambda.on(InvokeCommand).rejects(Object.assign(new Error('said so'), { name }));

const sent = () => {
  const { Payload } = lambda.commandCalls(InvokeCommand)[0]?.args[0].input ?? {};
  return JSON.parse(Buffer.from(Payload as Uint8Array).toString());
};

describe('a tool', () => {
  it('gets the row’s fields and gives its JSON back', async () => {
    answers({ celsius: 21 });
    expect(await call()).toMatchObject({
      kind: 'answered',
      answer: { actualOutput: '{"celsius":21}', fullResponseBody: '{"celsius":21}' },
    });
    expect(lambda.commandCalls(InvokeCommand)[0]?.args[0].input.FunctionName).toBe(arn);
    expect(sent()).toMatchObject({ city: 'Rome' });
  });

  it('that takes a tool call and gives a tool result works without a mapping', async () => {
    answers({ type: 'tool_result', tool_use_id: 's', name: 'weather', content: '{"celsius":21}' });
    expect(await call()).toMatchObject({ answer: { actualOutput: '{"celsius":21}' } });
    expect(sent()).toMatchObject({ name: 'weather', id: 's', input: { city: 'Rome' } });
  });

  it('is mapped both ways', async () => {
    answers({ readings: [1, 2, 3] });
    const run = { inputMapping: '{"place": input.city}', outputMapping: '$max(readings)' };
    expect(await call(run)).toMatchObject({ answer: { actualOutput: '3', fullResponseBody: '{"readings":[1,2,3]}' } });
    expect(sent()).toEqual({ place: 'Rome' });
  });

  it('that throws has failed for good, with its own words', async () => {
    answers({ errorType: 'KeyError', errorMessage: 'no city', trace: [] }, 'Unhandled');
    expect(await call()).toMatchObject({
      kind: 'failed',
      error: { name: 'TargetFailed', errorClass: 'permanent', message: 'KeyError: no city' },
      answer: { fullResponseBody: expect.stringContaining('no city') },
    });
  });

  it('that runs out of its own time has timed out', async () => {
    answers(
      { errorType: 'Sandbox.Timedout', errorMessage: 'RequestId: 1 Error: Task timed out after 3.00 seconds' },
      'Unhandled',
    );
    expect(await call()).toMatchObject({ error: { name: 'TargetTimeout', errorClass: 'transient' } });
  });

  it('that says it failed has failed', async () => {
    answers({ success: false, error: 'closed on Sundays' });
    expect(await call()).toMatchObject({ error: { name: 'TargetFailed', message: 'closed on Sundays' } });
  });

  it.each([
    ['TooManyRequestsException', 'TargetThrottled', 'transient'],
    ['EC2ThrottledException', 'TargetThrottled', 'transient'],
    ['ServiceException', 'TargetUnavailable', 'transient'],
    ['ResourceNotFoundException', 'TargetNotFound', 'permanent'],
    ['AccessDeniedException', 'TargetAccessDenied', 'permanent'],
    ['RequestTooLargeException', 'TargetRejected', 'permanent'],
  ])('answered by Lambda with %s is %s', async (thrown, name, errorClass) => {
    fails(thrown);
    expect(await call()).toMatchObject({ kind: 'failed', error: { name, errorClass } });
  });

  it('that takes too long is not waited for', async () => {
    lambda.on(InvokeCommand).callsFake(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      throw Object.assign(new Error('Request aborted'), { name: 'AbortError' });
    });
    expect(await call({ timeoutSeconds: 0.05 })).toMatchObject({
      error: { name: 'TargetTimeout', message: 'The tool gave no answer within 0.05 s.' },
    });
  });

  it('may answer with 5 MB and no more', async () => {
    answers('x'.repeat(5 * 1024 * 1024 - 2));
    expect((await call()).kind).toBe('answered');
    answers('x'.repeat(5 * 1024 * 1024));
    expect(await call()).toMatchObject({ error: { name: 'AnswerTooLarge' } });
  });
});
