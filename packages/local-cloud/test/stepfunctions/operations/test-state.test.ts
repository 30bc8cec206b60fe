import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SFNClient, TestStateCommand, type TestStateCommandInput } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE, StatesCloud } from '../states-cloud.ts';

describe('TestState', () => {
  let cloud: StatesCloud;
  let sfn: SFNClient;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    // The SDK would put `sync-` before the host.
    sfn = new SFNClient({ ...cloud.clientConfig, disableHostPrefix: true });
    await cloud.createFunction('echo', 'exports.handler = async (event) => event;');
  });
  afterAll(async () => {
    sfn.destroy();
    await cloud.close();
  });

  const test = async (state: object, input: unknown = {}, more: Partial<TestStateCommandInput> = {}) => {
    const {
      $metadata,
      inspectionData = {},
      ...answer
    } = await sfn.send(
      new TestStateCommand({ definition: JSON.stringify(state), input: JSON.stringify(input), ...more }),
    );
    const parsed = Object.entries(inspectionData).map(([name, value]) => [
      name,
      typeof value === 'string' ? JSON.parse(value) : value,
    ]);
    return { ...answer, inspectionData: Object.fromEntries(parsed) };
  };

  const pass = {
    Type: 'Pass',
    InputPath: '$.a',
    Parameters: { 'got.$': '$.b' },
    ResultPath: '$.r',
    OutputPath: '$.r',
    Next: 'Elsewhere',
  };

  it('gives the output and the next state, at INFO nothing more', async () => {
    const answer = await test(pass, { a: { b: 1 } });
    expect(answer).toEqual({ status: 'SUCCEEDED', output: '{"got":1}', nextState: 'Elsewhere', inspectionData: {} });
  });

  it('at DEBUG gives what each JSONPath field made of the data', async () => {
    const { inspectionData } = await test(pass, { a: { b: 1 } }, { inspectionLevel: 'DEBUG' });
    expect(inspectionData).toEqual({
      input: { a: { b: 1 } },
      afterInputPath: { b: 1 },
      afterParameters: { got: 1 },
      afterResultSelector: { got: 1 },
      afterResultPath: { a: { b: 1 }, r: { got: 1 } },
    });
  });

  it('at DEBUG gives Arguments, result and variables of JSONata', async () => {
    const call = {
      Type: 'Task',
      QueryLanguage: 'JSONata',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: { FunctionName: 'echo', Payload: '{% $before %}' },
      Output: '{% $states.result.Payload %}',
      Assign: { after: '{% $states.result.StatusCode %}' },
      End: true,
    };
    const answer = await test(call, {}, { roleArn: ROLE, inspectionLevel: 'DEBUG', variables: '{"before":"x"}' });
    expect(answer).toMatchObject({ status: 'SUCCEEDED', output: '"x"' });
    expect(answer.inspectionData).toMatchObject({
      input: {},
      afterArguments: { FunctionName: 'echo', Payload: 'x' },
      result: { Payload: 'x', StatusCode: 200 },
      variables: { after: 200 },
    });
  });

  it('takes a Choice, and fails without the state named in the cause', async () => {
    const choice = { Type: 'Choice', Choices: [{ Variable: '$.n', NumericEquals: 1, Next: 'One' }], Default: 'Other' };
    expect(await test(choice, { n: 1 })).toMatchObject({ status: 'SUCCEEDED', nextState: 'One' });
    expect(await test(choice, {})).toMatchObject({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: expect.stringMatching(/^Invalid path '\$\.n'/),
    });
  });

  describe('with a mock', () => {
    const task = {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: 'not-there' },
      Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 2 }],
      Catch: [{ ErrorEquals: ['Busy'], ResultPath: '$.why', Next: 'Caught' }],
      End: true,
    };
    const busy = { mock: { errorOutput: { error: 'Busy', cause: 'later' } }, inspectionLevel: 'DEBUG' as const };

    it('calls nobody', async () => {
      expect(await test(task, {}, { mock: { result: '{"Payload":1}' } })).toMatchObject({
        status: 'SUCCEEDED',
        output: '{"Payload":1}',
      });
    });

    it('says when an error would be retried, and what takes it after the last attempt', async () => {
      const once = { ...busy, stateConfiguration: { retrierRetryCount: 1 } };
      expect(await test(task, {}, once)).toMatchObject({
        status: 'RETRIABLE',
        error: 'Busy',
        inspectionData: { errorDetails: { retryIndex: 0, retryBackoffIntervalSeconds: 6 } },
      });
      const last = { ...busy, stateConfiguration: { retrierRetryCount: 2 } };
      expect(await test(task, { kept: 1 }, last)).toMatchObject({
        status: 'CAUGHT_ERROR',
        error: 'Busy',
        output: '{"kept":1,"why":{"Error":"Busy","Cause":"later"}}',
        nextState: 'Caught',
        inspectionData: { errorDetails: { catchIndex: 0 } },
      });
    });

    it('runs a Map and a Parallel, and counts failed iterations', async () => {
      const ItemProcessor = { StartAt: 'I', States: { I: { Type: 'Pass', End: true } } };
      const map = { Type: 'Map', ItemsPath: '$.rows', ItemProcessor, ToleratedFailureCount: 1, End: true };
      const mock = { result: '[1,2]' };
      const answer = await test(map, { rows: ['a', 'b'] }, { mock, inspectionLevel: 'DEBUG' });
      expect(answer).toMatchObject({ status: 'SUCCEEDED', output: '[1,2]' });
      expect(answer.inspectionData).toMatchObject({
        afterItemsPath: ['a', 'b'],
        maxConcurrency: 0,
        toleratedFailureCount: 1,
      });
      const tooMany = { mock, stateConfiguration: { mapIterationFailureCount: 2 } };
      expect(await test(map, { rows: [1, 2] }, tooMany)).toMatchObject({
        status: 'FAILED',
        error: 'States.ExceedToleratedFailureThreshold',
      });
      const other = { StartAt: 'J', States: { J: { Type: 'Pass', End: true } } };
      const parallel = { Type: 'Parallel', Branches: [ItemProcessor, other], End: true };
      expect((await test(parallel, {}, { mock })).output).toBe('[1,2]');
    });

    it.each([
      [{ Type: 'Succeed' }, { mock: { result: '1' } }, "State type 'Succeed' is not supported when a mock"],
      [task, { mock: { result: '{' } }, 'Mocked result must be valid JSON'],
      [task, { mock: { result: '1', errorOutput: {} } }, 'only one of the following fields'],
      [task, { mock: { result: '1' }, revealSecrets: true }, 'does not support RevealSecrets'],
      [task, { mock: { result: '1' }, context: '{"Map":{}}' }, "'Map' field is not supported"],
      [task, { mock: { result: '1' }, context: '{"Execution":{"Id":1}}' }, 'Execution.Id must be a string'],
      [task, {}, 'roleArn is required'],
      [{ ...task, Retry: 5 }, { mock: { result: '1' } }, 'Retry must be an array at /States/StateName/Retry'],
    ])('%j is refused with %j', async (state, more, message) => {
      await expect(test(state, {}, more)).rejects.toThrow(message);
    });

    it('a Map without one is refused', async () => {
      const ItemProcessor = { StartAt: 'I', States: { I: { Type: 'Pass', End: true } } };
      await expect(test({ Type: 'Map', ItemProcessor, End: true })).rejects.toThrow(
        'TestState API does not support Map or Parallel states',
      );
    });
  });

  it('uses the context object it is given', async () => {
    const state = { Type: 'Pass', Parameters: { 'id.$': '$$.Execution.Id' }, End: true };
    expect((await test(state, {}, { context: '{"Execution":{"Id":"mine"}}' })).output).toBe('{"id":"mine"}');
  });

  it('finds a state in a state machine, and inside its Maps', async () => {
    const ItemProcessor = { StartAt: 'Inner', States: { Inner: { Type: 'Pass', Result: 1, End: true } } };
    const machine = { StartAt: 'Each', States: { Each: { Type: 'Map', ItemProcessor, End: true } } };
    expect((await test(machine, {}, { stateName: 'Inner' })).output).toBe('1');
    await expect(test(machine, {}, { stateName: 'Nowhere' })).rejects.toThrow('State not found in definition');
  });

  it('at TRACE gives what an HTTP Task sent and got', async () => {
    const server = createServer((_request, response) => response.end('pong')).listen(0);
    try {
      const { port } = server.address() as AddressInfo;
      const state = {
        Type: 'Task',
        Resource: 'arn:aws:states:::http:invoke',
        Parameters: {
          ApiEndpoint: `http://localhost:${port}/ping`,
          Method: 'POST',
          RequestBody: { a: 1 },
          Authentication: { ConnectionArn: 'arn:aws:events:us-east-1:000000000000:connection/api/0123' },
        },
        End: true,
      };
      const asked = new TestStateCommand({
        definition: JSON.stringify(state),
        roleArn: ROLE,
        inspectionLevel: 'TRACE',
      });
      const { inspectionData } = await sfn.send(asked);
      expect(inspectionData?.request).toMatchObject({
        method: 'POST',
        url: expect.stringMatching(/\/ping$/),
        body: '{"a":1}',
      });
      expect(inspectionData?.response).toMatchObject({ statusCode: '200', body: 'pong' });
    } finally {
      server.close();
    }
  });
});
