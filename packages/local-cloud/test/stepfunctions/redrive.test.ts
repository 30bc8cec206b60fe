import { DescribeExecutionCommand, RedriveExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from './states-cloud.ts';

const invoke = (FunctionName: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName, Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  End: true,
});

describe('RedriveExecution', () => {
  let cloud: StatesCloud;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    await cloud.createFunction('there', 'exports.handler = async (event) => event;');
  });
  afterAll(() => cloud.close());

  const redrive = (executionArn: string) => cloud.sfn.send(new RedriveExecutionCommand({ executionArn }));

  it('goes on from the state that failed, with its input and variables', async () => {
    const failed = await cloud.run('redrive-task', {
      StartAt: 'Once',
      States: {
        Once: { Type: 'Pass', Assign: { v: 7 }, Output: { n: 1 }, Next: 'Call' },
        Call: { ...invoke('late'), Output: '{% {"v": $v, "n": $states.result.Payload.n} %}' },
      },
    });
    expect(failed.status).toBe('FAILED');
    const before = await cloud.eventTypes(failed.arn);

    await cloud.createFunction('late', 'exports.handler = async (event) => event;');
    await redrive(failed.arn);
    expect(await cloud.ended(failed.arn)).toMatchObject({ status: 'SUCCEEDED', output: { v: 7, n: 1 } });

    const types = await cloud.eventTypes(failed.arn);
    expect(types.slice(before.length)).toEqual([
      'ExecutionRedriven',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
    const execution = await cloud.sfn.send(new DescribeExecutionCommand({ executionArn: failed.arn }));
    expect(execution).toMatchObject({
      redriveCount: 1,
      redriveDate: expect.any(Date),
      redriveStatus: 'NOT_REDRIVABLE',
    });
  });

  it('runs only the branches of a Parallel that had not succeeded', async () => {
    const failed = await cloud.run('redrive-parallel', {
      StartAt: 'P',
      States: {
        P: {
          Type: 'Parallel',
          Branches: [
            { StartAt: 'Good', States: { Good: { Type: 'Pass', Output: 'good', End: true } } },
            {
              StartAt: 'Before',
              States: {
                Before: { Type: 'Wait', Seconds: 1, Next: 'Bad' },
                Bad: { ...invoke('later'), Output: 'better' },
              },
            },
          ],
          End: true,
        },
      },
    });
    expect(failed.status).toBe('FAILED');
    const before = await cloud.eventTypes(failed.arn);

    await cloud.createFunction('later', 'exports.handler = async (event) => event;');
    await redrive(failed.arn);
    expect(await cloud.ended(failed.arn)).toMatchObject({ status: 'SUCCEEDED', output: ['good', 'better'] });
    expect((await cloud.eventTypes(failed.arn)).slice(before.length)).toEqual([
      'ExecutionRedriven',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
      'ParallelStateSucceeded',
      'ParallelStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('runs only the iterations of an inline Map that had not succeeded', async () => {
    const failed = await cloud.run(
      'redrive-map',
      {
        StartAt: 'M',
        States: {
          M: {
            Type: 'Map',
            MaxConcurrency: 1,
            ItemProcessor: {
              StartAt: 'Call',
              States: {
                Call: {
                  ...invoke('x'),
                  Arguments: { FunctionName: '{% $states.input %}', Payload: {} },
                  Output: '{% $states.input %}',
                },
              },
            },
            End: true,
          },
        },
      },
      ['there', 'latest', 'there'],
    );
    expect(failed.status).toBe('FAILED');
    const before = await cloud.eventTypes(failed.arn);

    await cloud.createFunction('latest', 'exports.handler = async (event) => event;');
    await redrive(failed.arn);
    expect(await cloud.ended(failed.arn)).toMatchObject({ status: 'SUCCEEDED', output: ['there', 'latest', 'there'] });
    const after = (await cloud.eventTypes(failed.arn)).slice(before.length);
    expect(after.filter((type) => type === 'TaskScheduled')).toHaveLength(2);
  });

  it('refuses what runs or has succeeded', async () => {
    const done = await cloud.run('redrive-not', { StartAt: 'S', States: { S: { Type: 'Succeed' } } });
    await expect(redrive(done.arn)).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
    const machine = await cloud.createMachine('redrive-running', {
      StartAt: 'W',
      States: { W: { Type: 'Wait', Seconds: 600, End: true } },
    });
    await expect(redrive(await cloud.startMachine(machine))).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
  });
});
