import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  ListExecutionsCommand,
  SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { createStepFunctionsService } from 'local-cloud/services';
import { describe, expect, it } from 'vitest';
import type { CallerEvent } from '../../../contracts/caller.ts';
import { agentTarget } from '../../../functions/agent-caller/agent-target.ts';
import { callRow } from '../../../functions/shared/call-row.ts';
import { startServices } from '../../support/service-cloud.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();
const { cloud, settings } = await startServices(async (context) => [await createStepFunctionsService(context)]);
const sfn = new SFNClient(settings);

async function createAgent(name: string, states: Record<string, unknown>): Promise<string> {
  const definition = { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states };
  const { stateMachineArn } = await sfn.send(
    new CreateStateMachineCommand({
      name,
      definition: JSON.stringify(definition),
      roleArn: `arn:aws:iam::${cloud.context.accountId}:role/agent`,
    }),
  );
  return stateMachineArn ?? '';
}

const answering = await createAgent('answering', {
  Answer: {
    Type: 'Pass',
    Output: {
      messages: '{% $states.input.messages %}',
      output: { answer: "{% 'You asked: ' & $states.input.messages[0].content %}" },
    },
    End: true,
  },
});
const failing = await createAgent('failing', {
  Fail: { Type: 'Fail', Error: 'NoTools', Cause: '{"message":"no tools left"}' },
});
const slow = await createAgent('slow', { Think: { Type: 'Wait', Seconds: 30, End: true } });

const call = (run: TestRun, event: CallerEvent) =>
  callRow(event, agentTarget({ sfn, watchMs: 300 }), run.ports(), () => 60_000);
const agentRun = (agentStateMachineArn: string, changes = {}, record = {}) =>
  newRun({ executionMode: 'agent', agentStateMachineArn, ...changes }, record);
const resumeOf = (answer: unknown) => (answer as { resume: CallerEvent['resume'] }).resume;
const stagedOf = (run: TestRun) => run.ports().staging.find(run.event());

describe('an agent on Step Functions', () => {
  it('answers a row once, however often the row is delivered', async () => {
    const run = await agentRun(answering);
    const before = (await sfn.send(new ListExecutionsCommand({ stateMachineArn: answering }))).executions?.length ?? 0;
    const answers = await Promise.all([
      call(run, run.event()),
      call(run, run.event()),
      call(run, run.event({ repeats: 1 })),
    ]);
    expect(answers.map((answer) => answer.outcome)).toEqual(['done', 'done', 'done']);
    const after = (await sfn.send(new ListExecutionsCommand({ stateMachineArn: answering }))).executions?.length ?? 0;
    expect(after - before).toBe(1);
    expect(run.tellings.settled).toMatchObject([{ actual_output: 'You asked: Why?', status: 'succeeded' }]);
    const traceRef = run.tellings.settled[0]?.trace_ref ?? '';
    expect((await sfn.send(new DescribeExecutionCommand({ executionArn: traceRef }))).status).toBe('SUCCEEDED');
  });

  it('fails a row with its own error', async () => {
    const run = await agentRun(failing);
    expect(await call(run, run.event())).toMatchObject({ status: 'failed' });
    expect(await stagedOf(run)).toMatchObject({
      error_name: 'TargetFailed',
      error_message: "The agent's execution FAILED: NoTools: no tools left",
    });
  });

  it('is followed over several invocations and stopped at the row’s timeout', async () => {
    const retryPolicy = { maxAttempts: 1, intervalSeconds: 1, backoffRate: 2, maxIntervalSeconds: 60 };
    const run = await agentRun(slow, { timeoutSeconds: 1, retryPolicy });
    const first = await call(run, run.event());
    expect(first).toMatchObject({ outcome: 'wait', seconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await call(run, run.event({ resume: resumeOf(first) }))).toMatchObject({
      outcome: 'done',
      status: 'failed',
    });
    const row = await stagedOf(run);
    expect(row).toMatchObject({ error_name: 'TargetTimeout', calls: 1 });
    const agent = await sfn.send(new DescribeExecutionCommand({ executionArn: row?.trace_ref ?? '' }));
    expect(agent).toMatchObject({ status: 'ABORTED', error: 'TargetTimeout' });
  });

  it('is stopped when the run is cancelled at once', async () => {
    const run = await agentRun(slow);
    const first = await call(run, run.event());
    await run.setRecord({ status: 'cancelled', cancel_now: true });
    expect(await call(run, run.event({ resume: resumeOf(first) }))).toMatchObject({ status: 'skipped' });
    const agent = await sfn.send(
      new DescribeExecutionCommand({ executionArn: resumeOf(first)?.agentExecutionArn ?? '' }),
    );
    expect(agent.status).toBe('ABORTED');
  });

  it('that somebody else stopped has failed', async () => {
    const run = await agentRun(slow);
    const first = await call(run, run.event());
    await sfn.send(
      new StopExecutionCommand({
        executionArn: resumeOf(first)?.agentExecutionArn,
        error: 'Operator',
        cause: 'by hand',
      }),
    );
    expect(await call(run, run.event({ resume: resumeOf(first) }))).toMatchObject({ status: 'failed' });
    expect(await stagedOf(run)).toMatchObject({ error_message: "The agent's execution ABORTED: Operator: by hand" });
  });

  it('that does not exist is not found', async () => {
    const run = await agentRun(answering.replace('answering', 'missing'));
    await call(run, run.event());
    expect(await stagedOf(run)).toMatchObject({ error_name: 'TargetNotFound' });
  });
});
