import {
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerEvent } from '../../../contracts/caller.ts';
import { agentTarget } from '../../../functions/agent-caller/agent-target.ts';
import { callRow } from '../../../functions/shared/call-row.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();
const client = new SFNClient();
const sfn = mockClient(client);
beforeEach(() => sfn.reset());

const machine = 'arn:aws:states:us-east-1:000000000000:stateMachine:agent';
const agentRun = (changes: Record<string, unknown> = {}, record = {}) =>
  newRun({ executionMode: 'agent', agentStateMachineArn: machine, ...changes }, record);

const call = (run: TestRun, event: CallerEvent, watchMs = 300) =>
  callRow(event, agentTarget({ sfn: client, watchMs }), run.ports(), () => 60_000);

const started = () => sfn.on(StartExecutionCommand).resolves({ executionArn: 'arn:started', startDate: new Date() });
const execution = (fields: Partial<DescribeExecutionCommandOutput>) => ({
  executionArn: 'arn:execution',
  stateMachineArn: machine,
  startDate: new Date(Date.now() - 1234),
  stopDate: new Date(),
  ...fields,
});
const thrown = (name: string) => Object.assign(new Error('said so'), { name });
const stagedOf = (run: TestRun) => run.ports().staging.find(run.event());

describe('an agent', () => {
  it('is started under a name of its own, watched, and its answer kept with a way back to its execution', async () => {
    started();
    sfn
      .on(DescribeExecutionCommand)
      .resolvesOnce(execution({ status: 'RUNNING', stopDate: undefined }))
      .resolves(
        execution({
          status: 'SUCCEEDED',
          output: '{"output":{"answer":"ANSWER"},"usage":{"input_tokens":3,"output_tokens":4}}',
        }),
      );
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({ outcome: 'done', status: 'succeeded', totalTokens: 7 });
    const input = sfn.commandCalls(StartExecutionCommand)[0]?.args[0].input;
    expect(input).toMatchObject({
      stateMachineArn: machine,
      name: expect.stringMatching(/^rollcall-[0-9a-f]{12}-[0-9a-f]{40}$/),
    });
    expect(JSON.parse(input?.input ?? '')).toEqual({
      messages: [{ role: 'user', content: 'Why?' }],
      input: { question: 'Why?' },
    });
    expect(await stagedOf(run)).toMatchObject({
      actual_output: 'ANSWER',
      trace_ref: 'arn:execution',
      latency_ms: expect.any(Number),
    });
  });

  it('that takes longer than one watch is waited for without a Lambda on the bill, ever more rarely', async () => {
    started();
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'RUNNING', stopDate: undefined }));
    const run = await agentRun({ timeoutSeconds: 600 });
    const first = await call(run, run.event());
    expect(first).toMatchObject({
      outcome: 'wait',
      seconds: 5,
      resume: { calls: 1, polls: 1, agentExecutionArn: expect.stringContaining(':execution:agent:rollcall-') },
    });
    const resume = (first as { resume: CallerEvent['resume'] }).resume;
    expect(await call(run, run.event({ resume }))).toMatchObject({ seconds: 10, resume: { calls: 1, polls: 2 } });
    expect(sfn.commandCalls(StartExecutionCommand)).toHaveLength(1);
  });

  it('is attached to, not started again, when the task is retried', async () => {
    sfn.on(StartExecutionCommand).rejects(thrown('ExecutionAlreadyExists'));
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'SUCCEEDED', output: '"ANSWER"' }));
    const run = await agentRun();
    expect(await call(run, run.event({ repeats: 1 }))).toMatchObject({ outcome: 'done', status: 'succeeded' });
    expect(sfn.commandCalls(StartExecutionCommand)).toHaveLength(0);
  });

  it('is attached to when a second delivery starts it', async () => {
    sfn.on(StartExecutionCommand).rejects(thrown('ExecutionAlreadyExists'));
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'SUCCEEDED', output: '"ANSWER"' }));
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({ status: 'succeeded' });
  });

  it('is attached to when only the answer to StartExecution was lost', async () => {
    sfn.on(StartExecutionCommand).rejects(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'SUCCEEDED', output: '"ANSWER"' }));
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({ outcome: 'done', status: 'succeeded' });
  });

  it('has another name for its second call', async () => {
    sfn.on(StartExecutionCommand).rejects(thrown('ThrottlingException'));
    const run = await agentRun();
    const first = await call(run, run.event());
    expect(first).toMatchObject({ outcome: 'wait', resume: { calls: 1 } });
    expect((first as { resume: object }).resume).not.toHaveProperty('agentExecutionArn');
    await call(run, run.event({ resume: (first as { resume: CallerEvent['resume'] }).resume }));
    const names = sfn.commandCalls(StartExecutionCommand).map((made) => made.args[0].input.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('that is too slow is stopped', async () => {
    started();
    const late = new Date(Date.now() - 11_000);
    sfn
      .on(DescribeExecutionCommand)
      .resolvesOnce(execution({ status: 'RUNNING', startDate: late, stopDate: undefined }))
      .resolves(execution({ status: 'ABORTED', startDate: late }));
    sfn.on(StopExecutionCommand).resolves({ stopDate: new Date() });
    const run = await agentRun({
      timeoutSeconds: 10,
      retryPolicy: { maxAttempts: 1, intervalSeconds: 1, backoffRate: 2, maxIntervalSeconds: 60 },
    });
    expect(await call(run, run.event())).toMatchObject({ outcome: 'done', status: 'failed' });
    expect(sfn.commandCalls(StopExecutionCommand)[0]?.args[0].input).toMatchObject({
      error: 'TargetTimeout',
      cause: expect.stringContaining('10 s'),
    });
    expect(await stagedOf(run)).toMatchObject({ error_name: 'TargetTimeout', error_class: 'transient' });
  });

  it('that answers in the moment it is stopped keeps its answer', async () => {
    started();
    const late = new Date(Date.now() - 11_000);
    sfn
      .on(DescribeExecutionCommand)
      .resolvesOnce(execution({ status: 'RUNNING', startDate: late, stopDate: undefined }))
      .resolves(execution({ status: 'SUCCEEDED', startDate: late, output: '"just in time"' }));
    sfn.on(StopExecutionCommand).resolves({ stopDate: new Date() });
    const run = await agentRun({ timeoutSeconds: 10 });
    expect(await call(run, run.event())).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    [
      'FAILED',
      'Boom',
      '{"errorType":"KeyError","errorMessage":"no key"}',
      "The agent's execution FAILED: Boom: KeyError: no key",
    ],
    [
      'FAILED',
      'KeyError',
      '{"errorType":"KeyError","errorMessage":"no key"}',
      "The agent's execution FAILED: KeyError: no key",
    ],
    ['TIMED_OUT', 'States.Timeout', undefined, "The agent's execution TIMED_OUT: States.Timeout"],
    ['ABORTED', undefined, undefined, "The agent's execution ABORTED"],
  ] as const)('that ended %s has failed with its own words', async (status, error, cause, message) => {
    started();
    sfn.on(DescribeExecutionCommand).resolves(execution({ status, error, cause }));
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({ status: 'failed' });
    expect(await stagedOf(run)).toMatchObject({
      error_name: 'TargetFailed',
      error_class: 'permanent',
      error_message: message,
      trace_ref: 'arn:execution',
    });
  });

  it.each([
    '{"success":false,"error":"no luck"}',
    '{"status":"failed","error":"no luck"}',
    '{"error":{"message":"no luck"}}',
  ])('that ended well but says %s has failed', async (output) => {
    started();
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'SUCCEEDED', output }));
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({ status: 'failed' });
    expect(await stagedOf(run)).toMatchObject({
      error_name: 'TargetFailed',
      error_message: 'no luck',
      full_response: output,
    });
  });

  it('whose status cannot be asked for the moment is not started again', async () => {
    started();
    sfn.on(DescribeExecutionCommand).rejects(thrown('ThrottlingException'));
    const run = await agentRun();
    expect(await call(run, run.event())).toMatchObject({
      outcome: 'wait',
      resume: { calls: 1, agentExecutionArn: expect.any(String) },
    });
  });

  it.each([
    ['StateMachineDoesNotExist', 'TargetNotFound'],
    ['AccessDeniedException', 'TargetAccessDenied'],
  ])('that cannot be started (%s) fails as %s', async (name, errorName) => {
    sfn.on(StartExecutionCommand).rejects(thrown(name));
    const run = await agentRun();
    await call(run, run.event());
    expect(await stagedOf(run)).toMatchObject({ error_name: errorName, error_class: 'permanent' });
  });

  it('with trace has its tokens summed over the history', async () => {
    started();
    sfn.on(DescribeExecutionCommand).resolves(
      execution({
        status: 'SUCCEEDED',
        output: '{"answer":"x","metadata":{"tokens_used":{"input_tokens":1,"output_tokens":1}}}',
      }),
    );
    const event = (tokens: number) => ({
      id: tokens,
      type: 'TaskSucceeded' as const,
      timestamp: new Date(),
      taskSucceededEventDetails: {
        resourceType: 'lambda',
        resource: 'invoke',
        output: JSON.stringify({ Payload: { metadata: { tokens_used: { input_tokens: tokens, output_tokens: 1 } } } }),
      },
    });
    sfn
      .on(GetExecutionHistoryCommand)
      .resolvesOnce({ events: [event(10)], nextToken: 'more' })
      .resolves({ events: [event(20)] });
    const run = await agentRun({ trace: true });
    expect(await call(run, run.event())).toMatchObject({ promptTokens: 30, completionTokens: 2, totalTokens: 32 });
  });
});

describe('an agent in flight', () => {
  const resume = { calls: 1, startedAt: '2026-01-01T00:00:00.000Z', agentExecutionArn: 'arn:execution', polls: 1 };

  it.each(['pausing', 'paused', 'halted', 'cancelled'])('goes on when the run is %s', async (status) => {
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'SUCCEEDED', output: '"ANSWER"' }));
    const run = await agentRun({}, { status });
    expect(await call(run, run.event({ resume }))).toMatchObject({ outcome: 'done', status: 'succeeded' });
    expect(sfn.commandCalls(StopExecutionCommand)).toHaveLength(0);
  });

  it('is stopped when the run is cancelled at once', async () => {
    sfn.on(DescribeExecutionCommand).resolves(execution({ status: 'ABORTED' }));
    sfn.on(StopExecutionCommand).resolves({ stopDate: new Date() });
    const run = await agentRun({}, { status: 'cancelled', cancel_now: true, reason: 'not needed any more' });
    expect(await call(run, run.event({ resume }))).toMatchObject({ outcome: 'done', status: 'skipped' });
    expect(sfn.commandCalls(StopExecutionCommand)[0]?.args[0].input.executionArn).toBe('arn:execution');
    expect(await stagedOf(run)).toMatchObject({
      error_name: 'RunCancelled',
      error_message: 'not needed any more',
      trace_ref: 'arn:execution',
      calls: 1,
    });
  });

  it('whose execution is gone has an unknown outcome', async () => {
    sfn.on(DescribeExecutionCommand).rejects(thrown('ExecutionDoesNotExist'));
    const run = await agentRun();
    await call(run, run.event({ resume }));
    expect(await stagedOf(run)).toMatchObject({ error_name: 'OutcomeUnknown' });
  });
});
