import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DescribeExecutionCommand, ListExecutionsCommand, RedriveExecutionCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { StatesCloud } from './states-cloud.ts';

const machine = {
  StartAt: 'First',
  States: {
    First: { Type: 'Pass', Assign: { kept: '{% $states.input.row %}' }, Output: { first: true }, Next: 'Hold' },
    Hold: {
      Type: 'Choice',
      Choices: [{ Condition: "{% $states.context.Execution.RedriveCount > 0 or $kept = 'quick' %}", Next: 'Last' }],
      Default: 'Sleep',
    },
    Sleep: { Type: 'Wait', Seconds: '{% $states.context.Execution.RedriveCount > 0 ? 0 : 600 %}', Next: 'Last' },
    Last: { Type: 'Pass', Output: { kept: '{% $kept %}', input: '{% $states.input %}' }, End: true },
  },
};

describe('after a restart', () => {
  it('finished executions are intact, and those that ran are ABORTED and can be redriven', async () => {
    const before = await StatesCloud.start();
    const stateMachineArn = await before.createMachine('restarted', machine);
    const finished = await before.startMachine(stateMachineArn, { row: 'quick' }, 'finished');
    await before.ended(finished);
    const history = await before.history(finished);
    const running = await before.startMachine(stateMachineArn, { row: 'slow' }, 'running');
    await expect.poll(() => before.eventTypes(running)).toContain('WaitStateEntered');
    await before.close({ keepData: true });
    // A process that is killed may leave half a line.
    const folder = join(before.dataDir, 'stepfunctions/executions/restarted');
    await appendFile(join(folder, 'history/running.jsonl'), '{"id":8,"previ');
    await appendFile(join(folder, 'index.jsonl'), '{"name":"runn');

    const changes: Record<string, unknown>[] = [];
    const after = await StatesCloud.start({
      dataDir: before.dataDir,
      services: (context) => {
        context.events.on('states:status-change', (detail) => changes.push(detail));
        return [];
      },
    });
    try {
      expect(await after.ended(finished)).toMatchObject({
        status: 'SUCCEEDED',
        output: { kept: 'quick', input: { first: true } },
      });
      expect(await after.history(finished)).toEqual(history);

      const cut = await after.sfn.send(new DescribeExecutionCommand({ executionArn: running }));
      expect(cut).toMatchObject({ status: 'ABORTED', redriveStatus: 'REDRIVABLE', stopDate: expect.any(Date) });
      expect(cut.cause).toContain('stopped');
      const events = await after.history(running);
      expect(events.at(-1)).toMatchObject({ type: 'ExecutionAborted', id: events.length });
      const { executions } = await after.sfn.send(new ListExecutionsCommand({ stateMachineArn }));
      expect(executions?.map(({ name, status }) => [name, status])).toEqual([
        ['running', 'ABORTED'],
        ['finished', 'SUCCEEDED'],
      ]);
      await expect.poll(() => changes).toMatchObject([{ executionArn: running, status: 'ABORTED' }]);

      await after.sfn.send(new RedriveExecutionCommand({ executionArn: running }));
      expect(await after.ended(running)).toMatchObject({
        status: 'SUCCEEDED',
        output: { kept: 'slow', input: { first: true } },
      });
      expect((await after.eventTypes(running)).slice(events.length)).toEqual([
        'ExecutionRedriven',
        'WaitStateExited',
        'PassStateEntered',
        'PassStateExited',
        'ExecutionSucceeded',
      ]);
    } finally {
      await after.close();
    }
  });
});
