import {
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
  UpdateMapRunCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';
import { Gate, gated } from './gate.ts';

let cloud: StatesCloud;
let gate: Gate;
beforeEach(async () => {
  gate = new Gate();
  cloud = await StatesCloud.start({ services: () => [gate.service] });
});
afterEach(() => cloud.close());

async function startMap(items: unknown[], state: object = {}): Promise<string> {
  const map = { Type: 'Map', ItemProcessor: gated(), End: true, ...state };
  const machine = await cloud.createMachine('map', { StartAt: 'Map', States: { Map: map } });
  return cloud.startMachine(machine, items);
}

async function mapRun(executionArn: string) {
  const { mapRuns = [] } = await cloud.sfn.send(new ListMapRunsCommand({ executionArn }));
  return cloud.sfn.send(new DescribeMapRunCommand({ mapRunArn: mapRuns[0]?.mapRunArn ?? '' }));
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('MaxConcurrency', () => {
  it('keeps to it, and to what UpdateMapRun makes of it', async () => {
    const execution = await startMap(range(20), { MaxConcurrency: 2 });
    await expect.poll(() => gate.waiting.size).toBe(2);
    expect(await mapRun(execution)).toMatchObject({
      status: 'RUNNING',
      maxConcurrency: 2,
      itemCounts: { total: 20, running: 2, pending: 18, succeeded: 0 },
    });

    const { mapRunArn } = await mapRun(execution);
    await cloud.sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency: 5 }));
    await expect.poll(() => gate.waiting.size).toBe(5);
    expect(await mapRun(execution)).toMatchObject({ maxConcurrency: 5, itemCounts: { running: 5, pending: 15 } });
    expect(gate.most).toBe(5);

    gate.answer = () => true;
    for (const message of [...gate.waiting.keys()]) gate.succeed(message);
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED', output: range(20) });
    expect(gate.seen).toHaveLength(20);
    await expect(cloud.sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency: 1 }))).rejects.toThrow(/ended/);
  });

  it('of 0 lets all children run at once', async () => {
    const execution = await startMap(range(60));
    await expect.poll(() => gate.waiting.size).toBe(60);
    for (const message of [...gate.waiting.keys()]) gate.succeed(message);
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('tolerated failures', () => {
  it.each([
    ['none is tolerated unless said so', {}, [3], 'FAILED'],
    ['as many as ToleratedFailureCount', { ToleratedFailureCount: 2 }, [3, 5], 'SUCCEEDED'],
    ['no more than ToleratedFailureCount', { ToleratedFailureCount: 1 }, [3, 5], 'FAILED'],
    ['as many as ToleratedFailurePercentage', { ToleratedFailurePercentage: 20 }, [3, 5], 'SUCCEEDED'],
    ['no more than ToleratedFailurePercentage', { ToleratedFailurePercentage: '{% 19.9 %}' }, [3, 5], 'FAILED'],
    ['the stricter one of both', { ToleratedFailurePercentage: 100, ToleratedFailureCount: 1 }, [3, 5], 'FAILED'],
  ])('%s', async (_rule, state, failing, status) => {
    gate.answer = (message) => !failing.includes(Number(message));
    const execution = await startMap(range(10), { MaxConcurrency: 1, ...state });
    const ended = await cloud.ended(execution);
    expect(ended.status).toBe(status);
    if (status === 'FAILED') {
      expect(ended.error).toBe('States.ExceedToleratedFailureThreshold');
      expect((await cloud.eventTypes(execution)).slice(-3)).toEqual([
        'MapRunFailed',
        'MapStateFailed',
        'ExecutionFailed',
      ]);
    } else {
      expect(await mapRun(execution)).toMatchObject({
        status,
        itemCounts: { failed: failing.length, succeeded: 10 - failing.length },
      });
    }
  });

  it('stops the running children and starts no more when there are too many', async () => {
    const execution = await startMap(range(10), { MaxConcurrency: 3 });
    await expect.poll(() => gate.waiting.size).toBe(3);
    gate.fail('1');
    expect(await cloud.ended(execution)).toMatchObject({ error: 'States.ExceedToleratedFailureThreshold' });
    expect(await mapRun(execution)).toMatchObject({
      status: 'FAILED',
      itemCounts: { total: 10, failed: 1, aborted: 2, pending: 7, running: 0, succeeded: 0 },
    });
    expect(gate.seen).toHaveLength(3);
  });

  it('can be raised while the Map Run goes on', async () => {
    const execution = await startMap(range(4), { MaxConcurrency: 1 });
    await expect.poll(() => gate.waiting.size).toBe(1);
    const { mapRunArn } = await mapRun(execution);
    await cloud.sfn.send(new UpdateMapRunCommand({ mapRunArn, toleratedFailureCount: 1 }));
    gate.answer = () => true;
    gate.fail('0');
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('children that end all at once', () => {
  it('are looked at by their Map without taking from the quota of DescribeExecution', async () => {
    const called: string[] = [];
    const counted = await StatesCloud.start({ throttle: (_service, operation) => void called.push(operation) });
    try {
      const processor = {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'Done',
        States: { Done: { Type: 'Pass', End: true } },
      };
      const map = { Type: 'Map', ItemProcessor: processor, End: true };
      const stateMachineArn = await counted.createMachine('many', { StartAt: 'Map', States: { Map: map } });
      await counted.startMachine(stateMachineArn, range(30));
      await expect
        .poll(
          async () => (await counted.sfn.send(new ListExecutionsCommand({ stateMachineArn }))).executions?.[0]?.status,
        )
        .toBe('SUCCEEDED');
      expect(called).not.toContain('DescribeExecution');
    } finally {
      await counted.close();
    }
  });
});

describe('a stopped parent', () => {
  it('aborts its children and the Map Run', async () => {
    const execution = await startMap(range(10), { MaxConcurrency: 2 });
    await expect.poll(() => gate.waiting.size).toBe(2);
    await cloud.sfn.send(new StopExecutionCommand({ executionArn: execution, error: 'Enough', cause: 'by hand' }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'ABORTED', error: 'Enough' });
    const { mapRunArn, ...described } = await mapRun(execution);
    expect(described).toMatchObject({
      status: 'ABORTED',
      itemCounts: { aborted: 2, pending: 8, running: 0, total: 10 },
    });
    const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ mapRunArn }));
    expect(executions.map(({ status }) => status)).toEqual(['ABORTED', 'ABORTED']);
    expect((await cloud.eventTypes(execution)).slice(-2)).toContain('ExecutionAborted');
  });
});

describe('a redriven parent', () => {
  it('runs only the children that did not succeed, and those not started', async () => {
    gate.answer = (message) => message !== '2';
    const execution = await startMap(range(6), { MaxConcurrency: 1 });
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED' });
    expect(gate.seen).toEqual(['0', '1', '2']);

    gate.answer = () => true;
    await cloud.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED', output: range(6) });
    expect(gate.seen).toEqual(['0', '1', '2', '2', '3', '4', '5']);
    expect(await mapRun(execution)).toMatchObject({
      status: 'SUCCEEDED',
      redriveCount: 1,
      itemCounts: { total: 6, succeeded: 6, failed: 0, pending: 0, pendingRedrive: 0 },
    });
    expect(await cloud.eventTypes(execution)).toContain('MapRunRedriven');
  });

  it('gives children that had not started the input they were given before', async () => {
    gate.answer = (message) => !message.includes('"n":1');
    const redrives = '{% $sum([$states.context.Execution.RedriveCount]) %}';
    const ItemSelector = { n: '{% $states.context.Map.Item.Value %}', redrives };
    const execution = await startMap(range(3), { MaxConcurrency: 1, ItemSelector });
    expect(await cloud.ended(execution)).toMatchObject({ status: 'FAILED' });
    gate.answer = () => true;
    await cloud.sfn.send(new RedriveExecutionCommand({ executionArn: execution }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED' });
    const inputs = gate.seen.map((message) => JSON.parse(message));
    expect(inputs.map(({ n }) => n)).toEqual([0, 1, 1, 2]);
    expect(new Set(inputs.map(({ redrives }) => redrives)).size).toBe(1);
  });
});

describe('after a restart', () => {
  it('knows the Map Runs that ended, and shows those cut off as ABORTED', async () => {
    gate.answer = () => true;
    const done = await startMap(range(3));
    await cloud.ended(done);
    gate.answer = undefined;
    const cut = await cloud.startMachine(
      done.replace(':execution:', ':stateMachine:').replace(/:[^:]+$/, ''),
      range(3),
    );
    await expect.poll(() => gate.waiting.size).toBe(3);
    await cloud.close({ keepData: true });

    const { dataDir } = cloud;
    gate = new Gate();
    cloud = await StatesCloud.start({ dataDir, services: () => [gate.service] });
    expect(await mapRun(done)).toMatchObject({ status: 'SUCCEEDED', itemCounts: { succeeded: 3 } });
    expect(await mapRun(cut)).toMatchObject({ status: 'ABORTED', itemCounts: { total: 3, running: 0, aborted: 3 } });
  });
});
