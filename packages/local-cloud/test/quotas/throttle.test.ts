import { DescribeExecutionCommand, ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../src/quotas/throttle.ts';
import { StatesCloud } from '../stepfunctions/states-cloud.ts';

describe('an operation that is called more often than an account may', () => {
  it('is refused once its bucket is empty, and goes on as tokens come back', () => {
    let seconds = 0;
    const throttle = createThrottle({ now: () => seconds * 1000 });
    const calls = (operation: string, most: number) => {
      for (let made = 0; made < most; made++) {
        try {
          throttle('states', operation);
        } catch (error) {
          expect(error).toMatchObject({ code: 'ThrottlingException', message: 'Rate exceeded', statusCode: 400 });
          return made;
        }
      }
      return most;
    };
    expect(calls('DescribeExecution', 1000)).toBe(300);
    expect(calls('ListMapRuns', 1000)).toBe(100);
    expect(calls('NobodyCounts', 1000)).toBe(1000);
    seconds = 2;
    expect(calls('DescribeExecution', 1000)).toBe(30);
    expect(calls('ListMapRuns', 1000)).toBe(2);
    seconds = 3600;
    expect(calls('DescribeExecution', 1000)).toBe(300);
  });

  it('has the quota it is given, where AWS has raised it', () => {
    const throttle = createThrottle({
      quotas: { states: { UpdateMapRun: { bucket: 2, perSecond: 1 } } },
      now: () => 0,
    });
    throttle('states', 'UpdateMapRun');
    throttle('states', 'UpdateMapRun');
    expect(() => throttle('states', 'UpdateMapRun')).toThrow('Rate exceeded');
    const none = createThrottle({ quotas: 'none', now: () => 0 });
    for (let made = 0; made < 1000; made++) none('states', 'UpdateMapRun');
  });

  it('is refused by the name its service has for it', () => {
    const none = { bucket: 0, perSecond: 0 };
    const throttle = createThrottle({
      quotas: { s3: { PutObject: none }, dynamodb: { GetItem: none }, lambda: { Invoke: none } },
    });
    const refusal = (service: string, operation: string) => {
      try {
        throttle(service, operation);
      } catch (error) {
        return error;
      }
    };
    expect(refusal('s3', 'PutObject')).toMatchObject({ code: 'SlowDown', statusCode: 503 });
    expect(refusal('dynamodb', 'GetItem')).toMatchObject({
      code: 'ProvisionedThroughputExceededException',
      statusCode: 400,
    });
    expect(refusal('lambda', 'Invoke')).toMatchObject({ code: 'TooManyRequestsException', statusCode: 429 });
  });

  describe('over HTTP', () => {
    let cloud: StatesCloud;
    beforeAll(async () => {
      const few = { bucket: 1, perSecond: 8 };
      // On a busy machine a call may take a tenth of a second.
      const quotas = { states: { ListStateMachines: { bucket: 1, perSecond: 1 }, DescribeExecution: few } };
      cloud = await StatesCloud.start({ throttle: createThrottle({ quotas }) });
    });
    afterAll(() => cloud.close());

    it('fails as SDKs know it, and is called again by them', async () => {
      const list = new ListStateMachinesCommand({});
      await cloud.sfn.send(list);
      await expect(cloud.sfn.send(list)).rejects.toMatchObject({
        name: 'ThrottlingException',
        $metadata: { httpStatusCode: 400 },
      });
      const patient = new SFNClient({ ...cloud.cloud.settings, maxAttempts: 10 });
      const answers = await Promise.all([1, 2, 3].map(() => patient.send(list)));
      expect(Math.max(...answers.map(({ $metadata }) => $metadata.attempts ?? 0))).toBeGreaterThan(1);
    });

    it('fails no task that waits for an execution: its looks count, and are put off', async () => {
      const inner = await cloud.createMachine('inner', { StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
      const wait = {
        Type: 'Task',
        Resource: 'arn:aws:states:::states:startExecution.sync:2',
        Arguments: { StateMachineArn: inner },
        Output: '{% $states.result.Status %}',
        End: true,
      };
      const Branches = ['A', 'B', 'C'].map((name) => ({ StartAt: name, States: { [name]: wait } }));
      const outer = await cloud.createMachine('outer', {
        StartAt: 'All',
        States: { All: { Type: 'Parallel', Branches, End: true } },
      });
      const executionArn = await cloud.startMachine(outer);
      const types = async () => (await cloud.eventTypes(executionArn)).at(-1);
      await vi.waitFor(async () => expect(await types()).toMatch(/^Execution(Succeeded|Failed)$/), { timeout: 60_000 });
      expect(await types()).toBe('ExecutionSucceeded');
      const patient = new SFNClient({ ...cloud.cloud.settings, maxAttempts: 10 });
      const { output } = await patient.send(new DescribeExecutionCommand({ executionArn }));
      expect(output).toBe('["SUCCEEDED","SUCCEEDED","SUCCEEDED"]');
    });
  });
});
