import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { createStepFunctionsService } from 'local-cloud/services';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findTrace, readThread } from '../../../client/traces/read-thread.ts';
import { collectEvents } from '../../../functions/trace-collector/collect-events.ts';
import type { Collector } from '../../../functions/trace-collector/collect-execution.ts';
import { sweepExecutions } from '../../../functions/trace-collector/sweep-executions.ts';
import { startServices } from '../../support/service-cloud.ts';
import { startTraceTables } from '../../support/trace-tables.ts';

let collector: Collector;
let agent: string;
beforeAll(async () => {
  const { settings } = await startServices(async (context) => [await createStepFunctionsService(context)]);
  const sfn = new SFNClient(settings);
  const definition = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pass', Result: 'hello', End: true } } });
  const roleArn = 'arn:aws:iam::000000000000:role/agent';
  const made = await sfn.send(new CreateStateMachineCommand({ name: 'agent', definition, roleArn }));
  agent = made.stateMachineArn ?? '';
  const threadMapping = 'input.room ? "room/" & input.room';
  collector = { tracing: await startTraceTables(), sfn, tenant: 'default', ownMachines: ['own'], threadMapping };
});

async function execute(name: string, input: object): Promise<string> {
  const { executionArn = '' } = await collector.sfn.send(
    new StartExecutionCommand({ stateMachineArn: agent, name, input: JSON.stringify(input) }),
  );
  await vi.waitFor(async () => {
    const { status } = await collector.sfn.send(new DescribeExecutionCommand({ executionArn }));
    expect(status).toBe('SUCCEEDED');
  });
  return executionArn;
}

describe('an event', () => {
  it('that leaves the texts out is read whole; one of an execution that Rollcall has started is left alone', async () => {
    const long = 'long '.repeat(20_000);
    const at = { status: 'SUCCEEDED', startDate: Date.now(), stopDate: Date.now(), inputDetails: { included: false } };
    for (const name of ['cut', 'rc-cut']) {
      const executionArn = await execute(name, { thread_id: 'cut', question: long });
      const message = { messageId: name, body: JSON.stringify({ detail: { ...at, executionArn, name } }) };
      expect(await collectEvents([message, message], collector)).toEqual([]);
    }
    const keep = { maxTurns: 10, keep: (trace: object) => trace };
    const { turns } = await readThread('default', 'cut', keep, collector.tracing);
    expect(turns).toMatchObject([{ input: { question: long }, output: 'hello' }]);
  });

  it('that cannot be read, or whose trace cannot be stored, fails alone', async () => {
    const at = { status: 'SUCCEEDED', startDate: Date.now(), stopDate: Date.now(), output: '"hello"' };
    const message = (messageId: string, executionArn = messageId) => ({
      messageId,
      body: JSON.stringify({ detail: { ...at, name: messageId, executionArn, input: '{"thread_id":"kept"}' } }),
    });
    // DynamoDB takes no key of more than 2 KB.
    const messages = [message('first'), message('long', 'x'.repeat(3_000)), { messageId: 'none', body: '{}' }];
    const failures = await collectEvents([...messages, message('last')], collector);
    expect(failures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['long', 'none']);
    const keep = { maxTurns: 10, keep: ({ trace_id }: { trace_id: string }) => trace_id };
    expect((await readThread('default', 'kept', keep, collector.tracing)).turns).toEqual(['first', 'last']);
  });
});

describe('the sweep', () => {
  it('finds executions whose event never came, once, and never those that Rollcall has started', async () => {
    await execute('mapped', { room: 7, thread_id: 'other' });
    await execute('usual', { thread_id: 'chat' });
    const judged = await execute('rc-judge', { thread_id: 'chat' });
    expect(await sweepExecutions(agent, collector, () => false)).toBe(2);
    expect(await sweepExecutions(agent, collector, () => false)).toBe(0);
    for (const thread of ['room/7', 'chat']) {
      const keep = { maxTurns: 10, keep: (trace: object) => trace };
      const { turns } = await readThread('default', thread, keep, collector.tracing);
      expect(turns).toMatchObject([{ thread_id: thread, output: 'hello' }]);
    }
    expect(await findTrace('default', judged, collector.tracing)).toBeUndefined();
  });

  it('leaves off when its time is over', async () => {
    await execute('late', {});
    expect(await sweepExecutions(agent, collector, () => true)).toBe(0);
  });
});
