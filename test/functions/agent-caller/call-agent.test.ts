import { DescribeExecutionCommand, SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { type AgentAnswer, agentRunSchema } from '../../../contracts/caller.ts';
import { rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { agentExecutionName, agentNamePrefix, executionArnOf } from '../../../core/row-identity.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { callAgent } from '../../../functions/agent-caller/call-agent.ts';
import { asStart, startAgentCloud } from './agent-cloud.ts';

const cloud = await startAgentCloud();
const { sfn, createAgent, newRun, ended, startAgent } = cloud;
const echoing = await createAgent('echoing', { Answer: { Type: 'Pass', End: true } });
const slow = await createAgent('slow', { Think: { Type: 'Wait', Seconds: 60, End: true } });
const failing = await createAgent('failing', { Fail: { Type: 'Fail', Error: 'No' } });

const once = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
const later = { maxAttempts: 3, intervalSeconds: 300, backoffRate: 1, maxIntervalSeconds: 300 };
type Run = Awaited<ReturnType<typeof newRun>>;
const agentsOf = ({ evaluationId, run }: Run) =>
  cloud.executionsOf(agentRunSchema.parse(run).agentStateMachineArn, agentNamePrefix(evaluationId));
const resumeOf = (answer: AgentAnswer) => ('resume' in answer ? answer.resume : undefined);
const stop = (executionArn: string, why = {}) => sfn.send(new StopExecutionCommand({ executionArn, ...why }));
const statusOf = async (executionArn: string) =>
  (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status;
const taken = { Error: 'StepFunctions.ExecutionAlreadyExistsException', Cause: 'Execution Already Exists' };
const javaError = (code: string) => ({
  Error: 'StepFunctions.AWSStepFunctionsException',
  Cause: `Because. (Service: AWSStepFunctions; Status Code: 400; Error Code: ${code}; Request ID: 1; Proxy: null)`,
});

describe('before an agent, the wrapper', () => {
  it('claims the row and tells Step Functions what to start', async () => {
    const run = await newRun(echoing);
    const name = agentExecutionName(run.evaluationId, 's-0', 1, 1);
    const answer = await run.before();
    expect(answer).toEqual({
      outcome: 'start',
      stateMachineArn: echoing,
      name,
      input: { messages: [{ role: 'user', content: 'Why?' }], input: { question: 'Why?' } },
      timeoutSeconds: 20,
      resume: { row: 0, byte: 0, entry: 0, agent: { call: 1, polls: 0, putOff: 0, askedAt: expect.any(String) } },
    });
    expect(await run.entries()).toMatchObject([{ entry: { claims: [[0, 1, name]], settled: [] } }]);
    expect(await run.counts()).toEqual([]);
  });

  it('starts no agent that is bound to another tenant', async () => {
    const run = await newRun(echoing);
    const agents = [{ arn: '*', tenants: ['another'] }];
    expect(await run.wrapper(run.event(), { ...run.ports(), bindings: { secrets: [], agents } })).toEqual({
      outcome: 'done',
    });
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_name: 'TargetAccessDenied', calls: 0 }]);
    expect((await run.entries()).flatMap(({ entry }) => entry.claims)).toEqual([]);
  });

  it('lets agents start no faster than the run says: near turns are slept through, others waited for', async () => {
    const rateLimit = (requestsPerMinute: number, key: string) => ({
      rateLimit: { requestsPerMinute, key, burst: 1, useHeaders: true, maxWaitSeconds: 60 },
    });
    const began = Date.now();
    for (let n = 0; n < 3; n++) {
      const run = await newRun(echoing, rateLimit(120, 'near'));
      expect((await run.before()).outcome).toBe('start');
    }
    expect(Date.now() - began).toBeGreaterThan(1_000);
    const [first, second] = [await newRun(echoing, rateLimit(1, 'far')), await newRun(echoing, rateLimit(1, 'far'))];
    expect((await first.before()).outcome).toBe('start');
    const answer = await second.before();
    expect(answer).toMatchObject({ outcome: 'wait' });
    expect('seconds' in answer ? answer.seconds : 0).toBeGreaterThan(20);
    expect(await second.entries()).toEqual([]);
  });

  it('lets agents start with the pause the run asks for', async () => {
    const run = await newRun(echoing, { delayMs: 600 });
    const began = Date.now();
    await Promise.all([0, 1, 2].map(async (index) => run.before({ batch: await run.newBatch(index) })));
    expect(Date.now() - began).toBeGreaterThan(1_100);
  });

  it('gives the same answer to all that ask at once, and claims once', async () => {
    const run = await newRun(echoing);
    const answers = await Promise.all([
      run.before(),
      run.before(),
      run.before({ repeats: 1 }),
      run.before({ crashes: 1 }),
    ]);
    expect(new Set(answers.map((answer) => asStart(answer).name)).size).toBe(1);
    expect(await run.entries()).toHaveLength(1);
  });

  it('leaves the agent as much time as it has left when it runs already', async () => {
    const run = await newRun(slow, { timeoutSeconds: 30 });
    await startAgent(asStart(await run.before()));
    await vi.waitFor(async () => expect(await run.before({ repeats: 1 })).toMatchObject({ timeoutSeconds: 29 }), {
      timeout: 5_000,
    });
  });

  it.each([
    ['halted', 'RunHalted'],
    ['cancelled', 'RunCancelled'],
  ])('skips the row of a run that is %s', async (status, error_name) => {
    const run = await newRun(echoing, {}, { status, reason: 'enough' });
    expect(await run.before()).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'skipped', error_name, error_message: 'enough', calls: 0 }]);
    expect(await run.counts()).toMatchObject([{ skipped: 1 }]);
  });

  it('fails a row whose mapping fails, and calls nothing', async () => {
    const run = await newRun(echoing, { inputMapping: '$error("no")' });
    expect(await run.before()).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_name: 'MappingFailed', calls: 0 }]);
    expect(await run.counts()).toMatchObject([{ failed: 1 }]);
  });

  it('lets an agent that runs go on, whatever has become of the run', async () => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    await startAgent(start);
    await run.setRecord({ status: 'cancelled' });
    expect(await run.before({ repeats: 1 })).toMatchObject({ outcome: 'start', name: start.name });
  });

  it('skips a row that was claimed and never started when the run is over', async () => {
    const run = await newRun(slow);
    await run.before();
    await run.setRecord({ status: 'cancelled' });
    expect(await run.before({ repeats: 1 })).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'skipped', calls: 0 }]);
  });

  it('waits for a retry that is not due', async () => {
    const run = await newRun(slow, { retryPolicy: later });
    const start = asStart(await run.before());
    const arn = await startAgent(start);
    await stop(arn, { error: 'TargetTimeout' });
    const wait = await run.after(start);
    expect(run.tellings.retried).toEqual(['TargetTimeout']);
    const [{ entry } = { entry: undefined }] = (await run.entries()).slice(-1);
    const notBefore = entry?.retries[0]?.notBefore ?? '';
    const dueIn = (Date.parse(notBefore) - Date.now()) / 1000;
    expect(await run.counts()).toMatchObject([{ entries: 0, due_at: notBefore }]);
    expect(wait).toMatchObject({ outcome: 'wait', seconds: Math.ceil(dueIn) });
    // Asked again, before it is due and after the agent: it waits on, and nothing is called.
    for (const again of [await run.before({ resume: resumeOf(wait) }), await run.after(start)]) {
      expect(again).toMatchObject({ outcome: 'wait' });
    }
    expect(run.tellings.retried).toHaveLength(1);
    expect(await agentsOf(run)).toHaveLength(1);
  });
});

describe('while a run is paused, the wrapper', () => {
  const parked = (run: Run) => run.ports().counts.listParked(run.evaluationId, 1);

  it('parks the row, looks ever more rarely, and goes on when the run does', async () => {
    const run = await newRun(echoing, {}, { status: 'pausing' });
    const first = await run.before();
    expect(first).toMatchObject({ outcome: 'wait', seconds: 1, resume: { looks: 0, parkedSince: expect.any(String) } });
    expect(await parked(run)).toEqual([0]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const resume = { row: 0, byte: 0, entry: 0, looks: 5, parkedSince: hourAgo };
    const second = await run.before({ resume });
    expect(second).toMatchObject({ outcome: 'wait', resume: { looks: 6, parkedSince: hourAgo } });
    expect((second as { seconds: number }).seconds).toBeGreaterThanOrEqual(180);
    expect(await run.entries()).toEqual([]);
    await run.setRecord({ status: 'running' });
    expect(await run.before({ resume })).toMatchObject({ outcome: 'start' });
    expect(await parked(run)).toEqual([]);
  });

  it('lets no more rows go on than may run side by side by then', async () => {
    const run = await newRun(echoing, {}, { status: 'paused' });
    const batches = await Promise.all([0, 1, 2].map((index) => run.newBatch(index)));
    const [first, second, third] = await Promise.all(batches.map((batch) => run.before({ batch })));
    if (!first || !second || !third) throw new Error('three rows are parked');
    await run.setRecord({ status: 'running', max_concurrency: 1, children: 1 });
    const again = (index: number, was: AgentAnswer) => run.before({ batch: batches[index], resume: resumeOf(was) });

    expect(await again(2, third)).toMatchObject({ outcome: 'wait', seconds: 1, resume: { looks: 0 } });
    const start = asStart(await again(0, first));
    const queued = await again(1, second);
    expect(queued).toMatchObject({ outcome: 'wait', resume: { looks: 0, queuedSince: expect.any(String) } });
    expect(await again(1, queued)).toMatchObject({ outcome: 'wait', resume: { looks: 1 } });
    expect(await parked(run)).toEqual([1, 2]);

    await ended(await startAgent(start));
    expect(await run.after(start, undefined, { batch: batches[0] })).toEqual({ outcome: 'done' });
    expect(await again(1, queued)).toMatchObject({ outcome: 'start' });
  });

  it('parks nothing for ever: a run that is cancelled has its row skipped', async () => {
    const run = await newRun(echoing, {}, { status: 'paused' });
    const wait = await run.before();
    await run.setRecord({ status: 'cancelled' });
    expect(await run.before({ resume: resumeOf(wait) })).toEqual({ outcome: 'done' });
    expect(await parked(run)).toEqual([]);
  });

  it('reads an agent that has come to its end', async () => {
    const run = await newRun(echoing);
    const start = asStart(await run.before());
    await ended(await startAgent(start));
    await run.setRecord({ status: 'paused' });
    expect(await run.after(start)).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('after an agent, the wrapper', () => {
  async function finishedAgent(run: Run) {
    const start = asStart(await run.before());
    await ended(await startAgent(start));
    return start;
  }

  it('settles and counts the row once, however often and at once it is asked', async () => {
    const run = await newRun(echoing);
    const start = await finishedAgent(run);
    const answers = await Promise.all([
      run.after(start),
      run.after(start),
      run.before({ crashes: 1 }),
      run.after(start),
    ]);
    expect(answers).toEqual(Array(4).fill({ outcome: 'done' }));
    expect(await run.settled()).toHaveLength(1);
    expect(run.tellings.settled).toHaveLength(1);
    expect(await run.counts()).toMatchObject([{ succeeded: 1, failed: 0, skipped: 0 }]);
  });

  it('counts a row that was settled by an invocation that could not count it', async () => {
    const run = await newRun(echoing);
    const start = await finishedAgent(run);
    const ports = run.ports();
    const addRow = () => Promise.reject(new Error('throttled'));
    const broken = { ...ports, counts: { ...ports.counts, addRow } };
    const event = run.event({ resume: start.resume, ended: true });
    await expect(run.wrapper(event, broken)).rejects.toThrow('throttled');
    expect(await run.counts()).toEqual([]);
    expect(await run.before({ crashes: 1, resume: start.resume })).toEqual({ outcome: 'done' });
    expect(await run.counts()).toMatchObject([{ succeeded: 1 }]);
    expect(run.tellings.settled).toHaveLength(1);
  });

  it('looks at an agent that runs with another input from time to time, and reads it in the end', async () => {
    const waiting = await createAgent('waiting', { Think: { Type: 'Wait', Seconds: 3, End: true } });
    const run = await newRun(waiting);
    const start = asStart(await run.before());
    const arn = await startAgent({ ...start, input: { another: 'input' } });
    const first = await run.after(start, taken);
    expect(first).toMatchObject({ outcome: 'wait', seconds: 5, resume: { agent: { call: 1, polls: 1 } } });
    const second = await run.before({ resume: resumeOf(first) });
    expect(second).toMatchObject({ outcome: 'wait', seconds: 10, resume: { agent: { call: 1, polls: 2 } } });
    await ended(arn);
    expect(await run.before({ resume: resumeOf(second) })).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'succeeded', calls: 1, trace_ref: arn }]);
    expect(await agentsOf(run)).toHaveLength(1);
  });

  it('stops such an agent when its time is up', async () => {
    const run = await newRun(slow, { timeoutSeconds: 1, retryPolicy: once });
    const start = asStart(await run.before());
    const arn = await startAgent({ ...start, input: { another: 'input' } });
    const wait = await run.after(start, taken);
    expect(wait).toMatchObject({ outcome: 'wait', seconds: 1 });
    await vi.waitFor(async () => expect(await run.before({ resume: resumeOf(wait) })).toEqual({ outcome: 'done' }), {
      timeout: 5_000,
    });
    expect(await run.settled()).toMatchObject([{ error_name: 'TargetTimeout', trace_ref: arn }]);
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn: arn }))).toMatchObject({
      status: 'ABORTED',
      error: 'TargetTimeout',
      cause: 'Stopped by Rollcall: no answer within 1 s.',
    });
  });

  it('stops an agent that Step Functions waited for in vain and left running', async () => {
    const run = await newRun(slow, { retryPolicy: once });
    const start = asStart(await run.before());
    const arn = await startAgent(start);
    expect(await run.after(start, { Error: 'States.Timeout', Cause: '' })).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ error_name: 'TargetTimeout' }]);
    expect(await statusOf(arn)).toBe('ABORTED');
  });

  it('stops an agent that it finds running when the run is cancelled at once', async () => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    const arn = await startAgent(start);
    await run.setRecord({ status: 'cancelled', cancel_now: true, reason: 'not needed' });
    expect(await run.before({ repeats: 1 })).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([
      { status: 'skipped', error_name: 'RunCancelled', error_message: 'not needed' },
    ]);
    expect(await statusOf(arn)).toBe('ABORTED');
  });

  it.each([
    [{ Error: 'StepFunctions.StateMachineDoesNotExistException', Cause: 'gone' }, 'TargetNotFound'],
    [javaError('StateMachineDeleting'), 'TargetNotFound'],
    [javaError('AccessDeniedException'), 'TargetAccessDenied'],
    [{ Error: 'States.Permissions', Cause: 'may not' }, 'TargetAccessDenied'],
    [{ Error: 'StepFunctions.InvalidExecutionInputException', Cause: 'no JSON' }, 'TargetRejected'],
    [{ Error: 'States.DataLimitExceeded', Cause: 'too large' }, 'TargetRejected'],
    [{ Error: 'States.Timeout', Cause: '' }, 'TargetTimeout'],
  ])('fails a row whose agent could not be started: %j is %s', async (failure, error_name) => {
    const run = await newRun(slow, { retryPolicy: once });
    const start = asStart(await run.before());
    expect(await run.after(start, failure)).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_name, calls: 1 }]);
  });

  it.each([
    javaError('ThrottlingException'),
    { Error: 'StepFunctions.ExecutionLimitExceededException', Cause: 'too many' },
    { Error: 'StepFunctions.SdkClientException', Cause: 'no connection' },
  ])('puts off a start that was turned away (%j), for long before it counts as a call', async (failure) => {
    const rateLimit = rateLimitSchema.parse({ key: failure.Cause, maxWaitSeconds: 3_600 });
    const run = await newRun(slow, { retryPolicy: once, rateLimit });
    const start = asStart(await run.before());
    const wait = await run.after(start, failure);
    expect(wait).toMatchObject({ outcome: 'wait', resume: { agent: { call: 1, putOff: 1 } } });
    const again = asStart(await run.before({ resume: resumeOf(wait) }));
    expect(again).toMatchObject({ name: start.name, resume: { agent: { call: 1, putOff: 1 } } });
    const putOffSince = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    const agent = { call: 1, polls: 0, putOff: 59, putOffSince: putOffSince(3_500) };
    const last = await run.after(again, failure, { resume: { ...again.resume, agent } });
    expect(last).toMatchObject({ outcome: 'wait', resume: { agent: { putOff: 60 } } });
    expect((last as { seconds: number }).seconds).toBeLessThanOrEqual(351);
    const tooLong = { ...agent, putOff: 60, putOffSince: putOffSince(3_601) };
    expect(await run.after(again, failure, { resume: { ...again.resume, agent: tooLong } })).toEqual({
      outcome: 'done',
    });
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_class: 'transient', calls: 1 }]);
    expect(await run.entries()).toHaveLength(2);
  });

  it('holds back all other starts of an agent for which Step Functions has no room', async () => {
    const agent = await createAgent('crowded', { Think: { Type: 'Pass', End: true } });
    const [first, second, third] = [await newRun(agent), await newRun(agent), await newRun(agent)];
    const start = asStart(await first.before());
    const resume = { ...start.resume, agent: { call: 1, polls: 0, putOff: 9 } };
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const wait = await first.after(start, javaError('ThrottlingException'), { resume });
    expect(wait).toMatchObject({ outcome: 'wait', seconds: 30, resume: { rate: { waitedMs: 30_000, throttled: 1 } } });
    const held = await second.before();
    expect(held).toMatchObject({ outcome: 'wait', resume: { rate: { throttled: 0 } } });
    expect('seconds' in held ? held.seconds : 0).toBeGreaterThan(15);
    expect(await second.entries()).toEqual([]);
    random.mockRestore();
    // It has passed: a row that waited says for how long, and how often it was turned away is counted.
    await first
      .ports()
      .rates.update(agent, await first.ports().rates.read(agent), (state) => ({ ...state, heldUntil: 0 }));
    const again = asStart(await first.before({ resume: resumeOf(wait) }));
    await ended(await startAgent(again));
    await first.after(again);
    expect(await first.settled()).toMatchObject([{ status: 'succeeded', calls: 1, waited_ms: 30_000 }]);
    expect(await first.counts()).toMatchObject([{ throttled: 1, waited_ms: 30_000 }]);
    expect(asStart(await third.before()).resume.rate).toBeUndefined();
  });

  it.each([
    ['ThrottlingException', 'looked at again later: it may well be running'],
    ['AccessDeniedException', 'given up'],
  ])('has an agent that it may not look at (%s) %s', async (name) => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    const blind = new SFNClient();
    mockClient(blind).rejects(Object.assign(new Error('no'), { name }));
    const answer = await callAgent(run.event({ resume: start.resume, ended: true }), blind, run.ports());
    if (name === 'ThrottlingException') {
      expect(answer).toMatchObject({ outcome: 'wait', resume: { agent: { call: 1 } } });
      expect(await run.settled()).toEqual([]);
    } else {
      expect(answer).toEqual({ outcome: 'done' });
      expect(await run.settled()).toMatchObject([{ error_name: 'TargetAccessDenied', calls: 1 }]);
    }
  });

  it('tells that an agent may not be started, also where it may not be looked at either', async () => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    const blind = new SFNClient();
    mockClient(blind).rejects(Object.assign(new Error('may not look'), { name: 'AccessDeniedException' }));
    const failure = javaError('AccessDeniedException');
    await callAgent(run.event({ resume: start.resume, ended: true, failure }), blind, run.ports());
    expect(await run.settled()).toMatchObject([
      { error_name: 'TargetAccessDenied', error_message: expect.stringContaining('Because.') },
    ]);
  });

  it('is not misled by what it is told of an earlier call', async () => {
    const run = await newRun(slow, { retryPolicy: { ...once, maxAttempts: 2 } });
    const first = asStart(await run.before());
    await stop(await startAgent(first), { error: 'TargetTimeout' });
    const wait = await run.after(first);
    const second = asStart(await run.before({ resume: resumeOf(wait) }));
    const arn = await startAgent(second);
    // An invocation for the first call that was slow comes to look only now.
    await run.after(first, { Error: 'States.Timeout', Cause: '' });
    expect(await statusOf(arn)).toBe('RUNNING');
    expect(await run.settled()).toEqual([]);
  });

  it('calls again, under the next number, an agent that was stopped with its run', async () => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    await stop(await startAgent(start));
    const again = asStart(await run.after(start, taken, { repeats: 1 }));
    expect(again.name).toBe(start.name.replace(/-1$/, '-2'));
    expect(again.resume.agent?.call).toBe(2);
  });

  it('opens the record of a run again that was closed when its execution was stopped', async () => {
    const run = await newRun(echoing);
    const start = await finishedAgent(run);
    await run.setRecord({ status: 'cancelled', stopped_from_outside: true });
    expect(await run.after(start, taken, { repeats: 1 })).toEqual({ outcome: 'done' });
    expect(await run.record()).toMatchObject({ status: 'running' });
    expect(await run.settled()).toMatchObject([{ status: 'succeeded' }]);
  });

  it('halts the run when its stop policy asks for it, and later rows do not start', async () => {
    const run = await newRun(failing, { stopOnError: 'stop_after_n', errorThreshold: 2 });
    for (const index of [0, 1]) {
      const batch = await run.newBatch(index);
      const start = asStart(await run.before({ batch }));
      await ended(await startAgent(start));
      expect(run.tellings.halts).toEqual([]);
      await run.after(start, { Error: 'States.TaskFailed', Cause: '' }, { batch });
    }
    expect(run.tellings.halts).toEqual(['errors']);
    expect(await run.record()).toMatchObject({ status: 'halted' });
    const batch = await run.newBatch(2);
    expect(await run.before({ batch })).toEqual({ outcome: 'done' });
    expect((await run.counts()).reduce((sum, { skipped }) => sum + skipped, 0)).toBe(1);
  });

  it('halts the run when its budget is spent', async () => {
    const run = await newRun(
      echoing,
      { budgetLimit: 1, assumeCostPerRow: 0.6 },
      { before: { ...NOTHING_COUNTED, cost_usd: 0.5 } },
    );
    const start = await finishedAgent(run);
    await run.after(start);
    expect(run.tellings.halts).toEqual(['budget']);
  });
});

describe('an agent that an earlier pass left behind', () => {
  /** The next pass over the same row. */
  async function nextPass(run: Run) {
    await run.setRecord({ attempt: 2 });
    return { run: { attempt: 2 } };
  }

  it('is waited for while it runs, and not started again', async () => {
    const run = await newRun(slow);
    const start = asStart(await run.before());
    const arn = await startAgent(start);
    const pass = await nextPass(run);
    expect(await run.before(pass)).toMatchObject({
      outcome: 'start',
      name: start.name,
      resume: { agent: { call: 1 } },
    });
    // The same again when the wrapper is invoked a second time: the claim names the execution.
    expect(await run.before({ ...pass, repeats: 1 })).toMatchObject({ outcome: 'start', name: start.name });
    expect(await statusOf(arn)).toBe('RUNNING');
  });

  it('has its answer read when it has succeeded', async () => {
    const run = await newRun(echoing);
    const arn = await startAgent(asStart(await run.before()));
    await ended(arn);
    expect(await run.before(await nextPass(run))).toEqual({ outcome: 'done' });
    expect(run.tellings.settled).toMatchObject([{ status: 'succeeded', attempt: 2, calls: 1, trace_ref: arn }]);
  });

  it('is found by its second call too', async () => {
    const run = await newRun(slow);
    const first = asStart(await run.before());
    await stop(await startAgent(first));
    const second = asStart(await run.after(first, taken, { repeats: 1 }));
    await startAgent(second);
    expect(await run.before(await nextPass(run))).toMatchObject({ outcome: 'start', name: second.name });
  });

  it('that failed, or whose row has a result already, is left alone', async () => {
    const run = await newRun(failing);
    await ended(await startAgent(asStart(await run.before())));
    const name = agentExecutionName(run.evaluationId, 's-0', 2, 1);
    expect(await run.before(await nextPass(run))).toMatchObject({ outcome: 'start', name });

    const settled = await newRun(echoing);
    await ended(await startAgent(asStart(await settled.before())));
    const batch = await settled.putRows([{ ...settledRow, previous_attempts: 1 }], 7);
    const own = agentExecutionName(settled.evaluationId, 's-0', 2, 1);
    expect(await settled.before({ ...(await nextPass(settled)), batch })).toMatchObject({
      outcome: 'start',
      name: own,
    });
  });

  const settledRow = { sample_id: 's-0', row_index: 0, input: '{"question":"Why?"}' };
});

describe('the ARN of an agent’s execution', () => {
  it('is that of its state machine, also behind an alias or a version', async () => {
    const run = await newRun(`${echoing}:prod`);
    const { stateMachineArn, name } = asStart(await run.before());
    expect(stateMachineArn).toBe(`${echoing}:prod`);
    expect(executionArnOf(stateMachineArn, name)).toBe(executionArnOf(echoing, name));
    await startAgent({ ...asStart(await run.before({ repeats: 1 })), stateMachineArn: echoing });
    await ended(executionArnOf(echoing, name));
    expect(await run.before({ repeats: 1 })).toEqual({ outcome: 'done' });
    expect(await run.settled()).toMatchObject([{ status: 'succeeded', trace_ref: executionArnOf(echoing, name) }]);
  });
});
