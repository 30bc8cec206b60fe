import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { agentRunSchema } from '../../../contracts/caller.ts';
import { AGENT_CANCELLED } from '../../../contracts/errors.ts';
import { agentNamePrefix } from '../../../core/row-identity.ts';
import { asStart, ECHO, startAgentCloud } from './agent-cloud.ts';

const cloud = await startAgentCloud();
const { sfn, createAgent, newRun, ended } = cloud;
const answering = await createAgent('answering', {
  Answer: {
    Type: 'Pass',
    Output: { output: { answer: "{% 'You asked: ' & $states.input.messages[0].content %}" } },
    End: true,
  },
});
const echoing = await createAgent('echoing', { Answer: { Type: 'Pass', End: true } });
const failing = await createAgent('failing', {
  Fail: { Type: 'Fail', Error: 'NoTools', Cause: '{"message":"no tools left"}' },
});
const slow = await createAgent('slow', { Think: { Type: 'Wait', Seconds: 30, End: true } });

const once = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
const twice = { ...once, maxAttempts: 2 };
type Run = Awaited<ReturnType<typeof newRun>>;
const agentsOf = ({ evaluationId, run }: Run) =>
  cloud.executionsOf(agentRunSchema.parse(run).agentStateMachineArn, agentNamePrefix(evaluationId));

/** The ARN of the agent that a child waits for. */
async function agentOf(childArn: string): Promise<string> {
  for (;;) {
    const submitted = (await cloud.history(childArn)).findLast(({ type }) => type === 'TaskSubmitted');
    if (submitted) return JSON.parse(submitted.taskSubmittedEventDetails?.output ?? '').ExecutionArn;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the agent of a row', () => {
  it('is waited for by Step Functions, and its answer kept with a way back to its execution', async () => {
    const run = await newRun(answering);
    const child = await run.runChild();
    expect(child).toMatchObject({ status: 'SUCCEEDED', output: '{}' });
    expect(run.tellings.settled).toMatchObject([
      {
        status: 'succeeded',
        actual_output: 'You asked: Why?',
        trace_ref: expect.stringMatching(/:execution:answering:rc-[0-9a-f]{12}-[0-9a-f]{40}-1-1$/),
        calls: 1,
      },
    ]);
    expect(await run.counts()).toMatchObject([{ succeeded: 1, failed: 0, skipped: 0 }]);
    const entered = (await cloud.history(child.executionArn)).flatMap(
      ({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? [],
    );
    expect(entered).toEqual([
      'SelectExecutionPath',
      'CallAgentWrapper',
      'BatchSettled',
      'RunAgent',
      'ReadAgent',
      'BatchSettled',
      'Settled',
    ]);
  });

  it('that fails does so in its own words', async () => {
    const run = await newRun(failing);
    expect((await run.runChild()).status).toBe('SUCCEEDED');
    expect(run.tellings.settled).toMatchObject([
      {
        status: 'failed',
        error_name: 'TargetFailed',
        error_class: 'permanent',
        error_message: "The agent's execution FAILED: NoTools: no tools left",
        trace_ref: expect.stringContaining(':execution:failing:'),
      },
    ]);
  });

  it.each(['{"success":false,"error":"no luck"}', '{"status":"failed","error":"no luck"}'])(
    'that ends well but says %s has failed',
    async (output) => {
      const run = await newRun(echoing, { inputMapping: output });
      await run.runChild();
      expect(run.tellings.settled).toMatchObject([
        { status: 'failed', error_name: 'TargetFailed', error_message: 'no luck', full_response: output },
      ]);
    },
  );

  it('that takes too long is stopped, and called again as the retry policy says', async () => {
    const run = await newRun(slow, { timeoutSeconds: 1, retryPolicy: twice });
    await run.runChild();
    expect(run.tellings).toMatchObject({ retried: ['TargetTimeout'] });
    expect(run.tellings.settled).toMatchObject([
      {
        status: 'failed',
        error_name: 'TargetTimeout',
        error_message: 'The agent gave no answer within 1 s and was stopped.',
        calls: 2,
      },
    ]);
    expect(run.tellings.deadLetters).toHaveLength(1);
    const names = await agentsOf(run);
    expect(names.map((name) => name.slice(-4))).toEqual(['-1-1', '-1-2']);
    const agent = await ended(run.tellings.settled[0]?.trace_ref ?? '');
    expect(agent.status).toBe('ABORTED');
  });

  it.each([
    [{ error: 'Operator', cause: 'by hand' }, "The agent's execution ABORTED: Operator: by hand"],
    [{}, "The agent's execution ABORTED"],
  ])('that somebody stops with %j has failed', async (why, message) => {
    const run = await newRun(slow);
    const child = await run.startChild();
    await sfn.send(new StopExecutionCommand({ executionArn: await agentOf(child), ...why }));
    await ended(child);
    expect(run.tellings.settled).toMatchObject([{ error_name: 'TargetFailed', error_message: message }]);
    expect(await agentsOf(run)).toHaveLength(1);
  });

  it('that a cancelled run stops at once is skipped', async () => {
    const run = await newRun(slow);
    const child = await run.startChild();
    const why = { error: AGENT_CANCELLED, cause: 'not needed any more' };
    await sfn.send(new StopExecutionCommand({ executionArn: await agentOf(child), ...why }));
    await ended(child);
    expect(run.tellings.settled).toMatchObject([
      { status: 'skipped', error_name: 'RunCancelled', error_message: 'not needed any more', calls: 1 },
    ]);
  });

  it('that was stopped together with its run is called again when the run is redriven', async () => {
    const brief = await createAgent('brief', { Think: { Type: 'Wait', Seconds: 2, End: true } });
    const run = await newRun(brief);
    const child = await run.startChild();
    const agent = await agentOf(child);
    await sfn.send(new StopExecutionCommand({ executionArn: child }));
    expect((await ended(agent)).status).toBe('ABORTED');
    expect(run.tellings.settled).toEqual([]);
    await sfn.send(new RedriveExecutionCommand({ executionArn: child }));
    expect((await ended(child)).status).toBe('SUCCEEDED');
    expect(run.tellings.settled).toMatchObject([{ status: 'succeeded', calls: 2 }]);
    expect((await agentsOf(run)).map((name) => name.slice(-4))).toEqual(['-1-1', '-1-2']);
  });

  it('keeps an answer that is too large to stand beside its input in a state', async () => {
    const text = 'x'.repeat(200_000);
    const run = await newRun(echoing, { inputMapping: `{"answer": "${text}"}` });
    const child = await run.runChild();
    expect(child.status).toBe('SUCCEEDED');
    expect(
      (await cloud.history(child.executionArn)).map(({ taskFailedEventDetails }) => taskFailedEventDetails?.error),
    ).toContain('States.DataLimitExceeded');
    expect(run.tellings.settled).toMatchObject([{ status: 'succeeded', actual_output: text }]);
  });

  it('hands its answer on to the wrapper, which has no need to look at it', async () => {
    const run = await newRun(answering);
    const looks = run.countLooks();
    await run.runChild();
    expect(looks).toEqual([]);
    expect(run.tellings.settled).toMatchObject([
      { actual_output: 'You asked: Why?', request: expect.stringContaining('Why?'), latency_ms: expect.any(Number) },
    ]);
  });

  it('with a long answer is looked at: the answer is left out of the states that follow', async () => {
    const text = 'y'.repeat(60_000);
    const long = await createAgent('long', { Answer: { Type: 'Pass', Output: { answer: text }, End: true } });
    const run = await newRun(long);
    const looks = run.countLooks();
    const child = await run.runChild();
    expect(looks).toEqual(['DescribeExecutionCommand']);
    expect(run.tellings.settled).toMatchObject([{ actual_output: text }]);
    const inputs = (await cloud.history(child.executionArn)).flatMap(
      ({ stateEnteredEventDetails }) => stateEnteredEventDetails?.input ?? [],
    );
    expect(Math.max(...inputs.map((input) => input.length))).toBeLessThan(2_000);
  });

  it('with a number that might not come out of a state as it went in is looked at', async () => {
    const run = await newRun(echoing, { inputMapping: '{"answer": 12345678901234567}' });
    const looks = run.countLooks();
    await run.runChild();
    expect(looks).toEqual(['DescribeExecutionCommand']);
  });

  it('is handed as much as fits into a state, and not started with more', async () => {
    const fits = await newRun(echoing, {
      inputMapping: `{"answer": "${'x'.repeat(257_900)}"}`,
      outputMapping: '"kept"',
    });
    expect((await fits.runChild()).status).toBe('SUCCEEDED');
    expect(fits.tellings.settled).toMatchObject([{ status: 'succeeded', actual_output: 'kept' }]);

    const tooLarge = await newRun(echoing, { inputMapping: `{"answer": "${'x'.repeat(258_100)}"}` });
    await tooLarge.runChild();
    expect(tooLarge.tellings.settled).toMatchObject([
      { status: 'failed', error_name: 'MappingFailed', error_message: expect.stringMatching(/258048/), calls: 0 },
    ]);
    expect(await agentsOf(tooLarge)).toEqual([]);
  });

  it('with trace has the tokens of all its model calls', async () => {
    const call = (input: number) => ({
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: {
        FunctionName: ECHO,
        Payload: { metadata: { tokens_used: { input_tokens: input, output_tokens: 1 } } },
      },
    });
    const thinking = await createAgent('thinking', {
      First: { ...call(10), Output: {}, Next: 'Second' },
      Second: { ...call(20), Output: { answer: 'x' }, End: true },
    });
    const run = await newRun(thinking, { trace: true });
    await run.runChild();
    expect(run.tellings.settled).toMatchObject([{ prompt_tokens: 30, completion_tokens: 2, total_tokens: 32 }]);
  });

  it('that does not exist is not found', async () => {
    const run = await newRun(answering.replace('answering', 'missing'));
    await run.runChild();
    expect(run.tellings.settled).toMatchObject([{ error_name: 'TargetNotFound', error_class: 'permanent' }]);
  });

  it('whose start is turned away is started later, which counts as no call', async () => {
    cloud.refusals.push(new Error('not now'), new Error('not now'));
    const run = await newRun(answering, { retryPolicy: once });
    await run.runChild();
    expect(cloud.refusals).toEqual([]);
    expect(run.tellings).toMatchObject({ retried: [], settled: [{ status: 'succeeded', calls: 1 }] });
    expect(run.tellings.waits).toHaveLength(2);
    expect(await agentsOf(run)).toHaveLength(1);
  });

  it('that has come to its end under its name is read, and not started again', async () => {
    const run = await newRun(answering);
    const start = asStart(await run.before());
    await ended(await cloud.startAgent(start));
    await run.runChild();
    expect(run.tellings.settled).toMatchObject([{ status: 'succeeded', calls: 1 }]);
    expect(await agentsOf(run)).toHaveLength(1);
  });
});

describe('a wrapper that crashes', () => {
  it.each([
    ['before the agent, having done nothing', false, false],
    ['before the agent, having claimed its row', false, true],
    ['after the agent, having done nothing', true, false],
    ['after the agent, having settled its row', true, true],
  ])('%s, is invoked again: the agent runs once, the row counts once', async (_when, atEnd, late) => {
    const run = await newRun(answering);
    let crashes = 0;
    run.replaceWrapper(async (event) => {
      const crash = event.ended === atEnd && crashes++ === 0;
      if (crash && !late) throw new Error('out of memory');
      const answer = await run.wrapper(event);
      if (crash) throw new Error('out of time');
      return answer;
    });
    expect((await run.runChild()).status).toBe('SUCCEEDED');
    expect(crashes).toBeGreaterThan(0);
    expect(await agentsOf(run)).toHaveLength(1);
    expect(run.tellings.settled).toMatchObject([{ status: 'succeeded', calls: 1 }]);
    expect(await run.counts()).toMatchObject([{ succeeded: 1, failed: 0, skipped: 0 }]);
  });
});
