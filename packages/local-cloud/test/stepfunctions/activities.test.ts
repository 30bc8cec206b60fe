import {
  CreateActivityCommand,
  DeleteActivityCommand,
  DescribeActivityCommand,
  GetActivityTaskCommand,
  ListActivitiesCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from './states-cloud.ts';

describe('an activity', () => {
  let cloud: StatesCloud;
  let activityArn: string;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    const created = await cloud.sfn.send(new CreateActivityCommand({ name: 'review' }));
    activityArn = created.activityArn ?? '';
  });
  afterAll(() => cloud.close());

  const start = async (name: string, more: object = {}) => {
    const Ask = { Type: 'Task', Resource: activityArn, End: true, ...more };
    const machine = await cloud.createMachine(name, { QueryLanguage: 'JSONPath', StartAt: 'Ask', States: { Ask } });
    return cloud.startMachine(machine, { row: 1 });
  };
  const take = () => cloud.sfn.send(new GetActivityTaskCommand({ activityArn, workerName: 'ada' }));

  it('is created once, described, listed and deleted', async () => {
    const first = await cloud.sfn.send(new CreateActivityCommand({ name: 'other' }));
    const second = await cloud.sfn.send(new CreateActivityCommand({ name: 'other' }));
    expect(second).toMatchObject({ activityArn: first.activityArn, creationDate: first.creationDate });
    const named = { activityArn: first.activityArn };
    expect(await cloud.sfn.send(new DescribeActivityCommand(named))).toMatchObject({ name: 'other' });
    const { activities } = await cloud.sfn.send(new ListActivitiesCommand());
    expect(activities?.map(({ name }) => name)).toEqual(['other', 'review']);

    await cloud.sfn.send(new DeleteActivityCommand(named));
    await cloud.sfn.send(new DeleteActivityCommand(named));
    await expect(cloud.sfn.send(new DescribeActivityCommand(named))).rejects.toThrow('Activity Does Not Exist');
  });

  it('gives its task to a worker that already waits, and the worker gives the result', async () => {
    const waiting = take();
    const execution = await start('success');
    const { taskToken, input } = await waiting;
    expect(JSON.parse(input ?? '')).toEqual({ row: 1 });
    await cloud.sfn.send(new SendTaskSuccessCommand({ taskToken, output: '"done"' }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED', output: 'done' });

    const events = await cloud.history(execution);
    expect(events.map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'ActivityScheduled',
      'ActivityStarted',
      'ActivitySucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
    expect(events[3]?.activityStartedEventDetails).toEqual({ workerName: 'ada' });
  });

  it('keeps its task until a worker asks, and fails with what the worker says', async () => {
    const execution = await start('failure');
    const { taskToken } = await take();
    await cloud.sfn.send(new SendTaskFailureCommand({ taskToken, error: 'Refused', cause: 'no' }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED', error: 'Refused', cause: 'no' });
  });

  it('times out without a worker', async () => {
    const execution = await start('nobody', { TimeoutSeconds: 1 });
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    expect(await cloud.eventTypes(execution)).toContain('ActivityTimedOut');
  });

  it('counts heartbeats from when a worker has taken the task', async () => {
    const execution = await start('heartbeat', { TimeoutSeconds: 20, HeartbeatSeconds: 1 });
    const { taskToken } = await take();
    await cloud.sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED', error: 'States.HeartbeatTimeout' });
  });

  it('that does not exist fails the task', async () => {
    const execution = await start('missing', { Resource: `${activityArn}-gone` });
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(await cloud.eventTypes(execution)).toContain('ActivityScheduleFailed');
  });

  it('is refused in an Express state machine', async () => {
    const States = { Ask: { Type: 'Task', Resource: activityArn, End: true } };
    await expect(cloud.createMachine('express', { StartAt: 'Ask', States }, 'EXPRESS')).rejects.toThrow(
      'Express state machine does not support Activity ARN',
    );
  });
});
