import { describe, expect, it } from 'vitest';
import type { CallerAnswer, CallerEvent } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { recordFailure } from '../../../functions/failure-recorder/record-failure.ts';
import { callRow } from '../../../functions/shared/call-row.ts';
import type { CallerPorts } from '../../../functions/shared/caller-ports.ts';
import { claimedTarget } from '../../../functions/shared/claimed-target.ts';
import type { Outcome } from '../../../functions/shared/target.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();

const answered = (latencyMs = 5, costUsd?: number): Outcome => ({
  kind: 'answered',
  answer: {
    actualOutput: 'yes',
    fullResponseBody: '"yes"',
    latencyMs,
    costUsd,
    promptTokens: 2,
    completionTokens: 3,
    totalTokens: 5,
  },
});
const failed = (name: 'TargetUnavailable' | 'TargetRejected', retryAfterSeconds?: number): Outcome => ({
  kind: 'failed',
  error: new RollcallError(name, 'it said no'),
  retryAfterSeconds,
});

/** A one-shot target that answers from a list and counts its calls; one invocation a `call`. */
function caller(run: TestRun, outcomes: Outcome[], change: (ports: CallerPorts) => CallerPorts = (ports) => ports) {
  const called: number[] = [];
  return {
    called,
    call(event: CallerEvent): Promise<CallerAnswer> {
      const ports = change(run.ports());
      const target = claimedTarget(
        {
          input: async () => 'input',
          call: async ({ call }) => {
            called.push(call);
            return outcomes.shift() ?? answered();
          },
        },
        run.claims(),
        ports.staging,
        ports.writer,
      );
      return callRow(event, target, ports, () => 60_000);
    },
  };
}

describe('a row that is answered', () => {
  it('is staged whole, and left to the batch’s counter when it was quick', async () => {
    const run = await newRun();
    const answer = await caller(run, []).call(run.event());
    expect(answer).toEqual({
      outcome: 'done',
      status: 'succeeded',
      counted: false,
      latencyMs: 5,
      promptTokens: 2,
      completionTokens: 3,
      totalTokens: 5,
      costUsd: 0,
    });
    const row = await run.ports().staging.find(run.event());
    expect(row).toMatchObject({ status: 'succeeded', actual_output: 'yes', input: '{"question":"Why?"}', calls: 1 });
    expect(run.tellings.settled).toHaveLength(1);
  });

  it('is counted at once when it was slow', async () => {
    const run = await newRun();
    expect(await caller(run, [answered(1500)]).call(run.event())).toMatchObject({ counted: true });
    expect(await run.record()).toMatchObject({ succeeded: 1, latency_ms_sum: 1500, total_tokens: 5 });
  });
});

describe('a row that fails', () => {
  it('transiently waits and is called again, until its calls are used up', async () => {
    const run = await newRun({
      retryPolicy: { maxAttempts: 3, intervalSeconds: 1, backoffRate: 2, maxIntervalSeconds: 60 },
    });
    const { call, called } = caller(run, [
      failed('TargetUnavailable', 4),
      failed('TargetUnavailable'),
      failed('TargetUnavailable'),
    ]);
    const first = await call(run.event());
    expect(first).toMatchObject({ outcome: 'wait', seconds: 4, resume: { calls: 1 } });
    const second = await call(run.event({ resume: (first as { resume: CallerEvent['resume'] }).resume }));
    expect(second).toMatchObject({ outcome: 'wait', resume: { calls: 2 } });
    const third = await call(run.event({ resume: (second as { resume: CallerEvent['resume'] }).resume }));
    expect(third).toMatchObject({ outcome: 'done', status: 'failed', counted: true });
    expect(called).toEqual([1, 2, 3]);
    expect(run.tellings.waits).toEqual(['TargetUnavailable', 'TargetUnavailable']);
    expect(run.tellings.deadLetters).toMatchObject([{ sample_id: 's-1', error_name: 'TargetUnavailable', calls: 3 }]);
    expect(await run.record()).toMatchObject({ failed: 1, failures_this_pass: 1 });
  });

  it('for good is not called again and keeps what it was called with', async () => {
    const run = await newRun();
    const { call, called } = caller(run, [failed('TargetRejected')]);
    expect(await call(run.event())).toMatchObject({ status: 'failed', counted: true });
    expect(called).toEqual([1]);
    expect(await run.ports().staging.find(run.event())).toMatchObject({
      error_class: 'permanent',
      error_message: 'it said no',
      input: '{"question":"Why?"}',
      expected: 'Because',
    });
    expect(run.tellings.deadLetters).toEqual([]);
  });

  it('before it was called pays for nothing', async () => {
    const run = await newRun({ assumeCostPerRow: 1 });
    const ports = run.ports();
    const target = claimedTarget(
      {
        input: () => Promise.reject(new RollcallError('MappingFailed', 'bad row')),
        call: () => Promise.reject(new Error('must not be called')),
      },
      run.claims(),
      ports.staging,
      ports.writer,
    );
    expect(await callRow(run.event(), target, ports, () => 60_000)).toMatchObject({ status: 'failed', costUsd: 0 });
    expect(await run.keys('claims')).toEqual([]);
    expect(await ports.staging.find(run.event())).toMatchObject({ calls: 0, attempts: 0, error_class: 'validation' });
  });
});

describe('a call is made once', () => {
  it('by any number of deliveries at the same time', async () => {
    const run = await newRun();
    const { call, called } = caller(run, []);
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(run.event())));
    expect(called).toEqual([1]);
    expect(answers.filter((answer) => answer.outcome === 'done').length).toBeGreaterThanOrEqual(1);
    expect(answers.filter((answer) => answer.outcome === 'done' && !answer.counted)).toHaveLength(1);
    expect(await run.keys('staged')).toHaveLength(1);
    expect(run.tellings.settled).toHaveLength(1);
  });

  it('when the task is retried after the row was staged', async () => {
    const run = await newRun();
    const { call, called } = caller(run, []);
    await call(run.event());
    expect(await call(run.event({ repeats: 1 }))).toMatchObject({
      outcome: 'done',
      status: 'succeeded',
      counted: true,
    });
    expect(called).toEqual([1]);
  });

  it('when the first invocation is still at it: the second waits for its answer', async () => {
    const run = await newRun();
    await run.claims().take(run.event(), 1, 'another');
    const { call, called } = caller(run, []);
    const waiting = await call(run.event());
    expect(waiting).toMatchObject({ outcome: 'wait', resume: { calls: 1, awaitsClaim: true } });
    expect(called).toEqual([]);
  });

  it('when the first invocation was lost: the outcome is unknown, not tried again', async () => {
    const run = await newRun({ timeoutSeconds: 0.001 });
    const { call, called } = caller(run, []);
    const claims = run.claims();
    await claims.take(run.event(), 1, 'another');
    const ports = run.ports();
    const old = { ...claims, takenAt: async () => new Date(Date.now() - 60_000) };
    const target = claimedTarget(
      { input: async () => 1, call: async () => answered() },
      old,
      ports.staging,
      ports.writer,
    );
    const resume = { calls: 1, startedAt: new Date().toISOString(), awaitsClaim: true };
    expect(await callRow(run.event({ resume }), target, ports, () => 60_000)).toMatchObject({ status: 'failed' });
    expect(await ports.staging.find(run.event())).toMatchObject({ error_name: 'OutcomeUnknown', calls: 1 });
    expect(await call(run.event({ repeats: 1 }))).toMatchObject({ outcome: 'done', status: 'failed' });
    expect(called).toEqual([]);
  });

  it('even when the run was halted meanwhile: a claimed call keeps its answer', async () => {
    const run = await newRun({}, { status: 'halted' });
    await run.claims().take(run.event(), 1, 'another');
    const { call } = caller(run, []);
    expect(await call(run.event({ repeats: 1 }))).toMatchObject({ outcome: 'wait', resume: { awaitsClaim: true } });
  });
});

describe('a run that is over or paused', () => {
  it.each([
    ['halted', 'RunHalted', 'enough'],
    ['cancelled', 'RunCancelled', 'enough'],
    ['completed', 'RunHalted', 'enough'],
  ])('%s: its rows are skipped with the reason', async (status, name, reason) => {
    const run = await newRun({}, { status, reason });
    const { call, called } = caller(run, []);
    expect(await call(run.event())).toMatchObject({ outcome: 'done', status: 'skipped', counted: false });
    expect(called).toEqual([]);
    expect(await run.ports().staging.find(run.event())).toMatchObject({
      error_name: name,
      error_message: reason,
      error_class: null,
      calls: 0,
    });
  });

  it('pausing: its batches stand still, say so, look ever more rarely and go on', async () => {
    const run = await newRun({}, { status: 'pausing' });
    const { call, called } = caller(run, []);
    const first = await call(run.event());
    expect(first).toMatchObject({ outcome: 'wait', seconds: 1, resume: { calls: 0, parked: true } });
    const parkedSince = new Date(Date.now() - 600_000).toISOString();
    const resume = { ...(first as { resume: NonNullable<CallerEvent['resume']> }).resume, parkedSince };
    const second = await call(run.event({ resume }));
    expect(second).toMatchObject({ outcome: 'wait', seconds: expect.toSatisfy((s) => s === 30 || s === 31) });
    expect((await run.record())?.parked_children).toEqual(new Set(['child-1']));

    await run.setRecord({ status: 'running', parked_children: new Set(['child-1', 'child-2']) });
    const third = await call(run.event({ resume: (second as { resume: CallerEvent['resume'] }).resume }));
    expect(third).toMatchObject({ outcome: 'done', status: 'succeeded' });
    expect((await run.record())?.parked_children).toEqual(new Set(['child-2']));
    expect(called).toEqual([1]);
  });

  it('halted by a budget that was spent before: its first row says so on the record', async () => {
    const run = await newRun({ budgetLimit: 1 }, { cost_usd: 1.5 });
    const { call, called } = caller(run, []);
    expect(await call(run.event())).toMatchObject({ status: 'skipped' });
    expect(await run.record()).toMatchObject({ status: 'halted', reason: expect.stringContaining('1.5 USD') });
    expect(run.tellings.halts).toEqual(['budget']);
    expect(called).toEqual([]);
  });

  it('stopped from outside: only a redrive takes it up again', async () => {
    const closed = {
      status: 'cancelled',
      attempt: 1,
      stopped_from_outside: true,
      finished_at: 'then',
      reason: 'stopped',
    };
    const run = await newRun({}, closed);
    const { call, called } = caller(run, []);
    expect(await call(run.event())).toMatchObject({ status: 'skipped' });
    const next = { sample_id: 's-2', row_index: 1 };
    expect(await call(run.event({ row: next, redrives: 1 }))).toMatchObject({ status: 'succeeded' });
    expect(called).toEqual([1]);
    const record = await run.record();
    expect(record).toMatchObject({ status: 'running' });
    expect(record).not.toHaveProperty('finished_at');
    expect(record).not.toHaveProperty('reason');
  });

  it('taken over by another execution: the rows of the old one are skipped', async () => {
    const run = await newRun({}, { attempt: 2 });
    const { call, called } = caller(run, []);
    expect(await call(run.event())).toMatchObject({ status: 'skipped' });
    expect(await run.ports().staging.find(run.event())).toMatchObject({ error_name: 'RunTakenOver' });
    expect(called).toEqual([]);
  });

  it('paused between two calls of a row: the row waits, and what its first call has cost is kept', async () => {
    const run = await newRun({
      retryPolicy: { maxAttempts: 2, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 },
    });
    const busy: Outcome = { ...failed('TargetUnavailable'), answer: { costUsd: 0.25 } } as Outcome;
    const { call, called } = caller(run, [busy, answered(5, 0.5)]);
    const first = (await call(run.event())) as { resume: NonNullable<CallerEvent['resume']> };
    expect(first.resume).toMatchObject({ calls: 1, spentUsd: 0.25 });
    await run.setRecord({ status: 'paused' });
    const parked = (await call(run.event({ resume: first.resume }))) as typeof first;
    expect(parked.resume).toMatchObject({ calls: 1, spentUsd: 0.25, parked: true });
    await run.setRecord({ status: 'running' });
    expect(await call(run.event({ resume: parked.resume }))).toMatchObject({ status: 'succeeded', costUsd: 0.75 });
    expect(called).toEqual([1, 2]);
  });

  it('without a record: nothing is called', async () => {
    const run = await newRun();
    const event = run.event();
    const { call, called } = caller(run, []);
    const orphan = { ...event, run: { ...event.run, evaluationId: 'deleted' } };
    expect(await call(orphan)).toMatchObject({ status: 'skipped' });
    expect(called).toEqual([]);
  });
});

describe('stop policies', () => {
  const rows = (run: TestRun, count: number) =>
    Array.from({ length: count }, (_, index) => run.event({ row: { sample_id: `s-${index}`, row_index: index } }));

  it('stop_immediately: no row starts after the first failure', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' });
    const { call, called } = caller(run, [answered(), failed('TargetRejected')]);
    const statuses = [];
    for (const event of rows(run, 4)) statuses.push(((await call(event)) as { status: string }).status);
    expect(statuses).toEqual(['succeeded', 'failed', 'skipped', 'skipped']);
    expect(called).toHaveLength(2);
    expect(await run.record()).toMatchObject({ status: 'halted', reason: expect.stringContaining('stop_immediately') });
    expect(run.tellings.halts).toEqual(['errors']);
  });

  it('stop_after_n: exact to the row', async () => {
    const run = await newRun({ stopOnError: 'stop_after_n', errorThreshold: 2 });
    const { call } = caller(run, [failed('TargetRejected'), answered(), failed('TargetRejected')]);
    const statuses = [];
    for (const event of rows(run, 5)) statuses.push(((await call(event)) as { status: string }).status);
    expect(statuses).toEqual(['failed', 'succeeded', 'failed', 'skipped', 'skipped']);
    expect((await run.record())?.reason).toMatch(/2 rows failed; executor.errorThreshold is 2/);
  });

  it('budget: no row starts once it is spent', async () => {
    const run = await newRun({ budgetLimit: 1 });
    const { call } = caller(run, [answered(5, 0.6), answered(5, 0.6)]);
    const answers = [];
    for (const event of rows(run, 3)) answers.push(await call(event));
    expect(answers.map((answer) => (answer as { status: string }).status)).toEqual([
      'succeeded',
      'succeeded',
      'skipped',
    ]);
    expect(answers[0]).toMatchObject({ counted: true, costUsd: 0.6 });
    expect(await run.record()).toMatchObject({
      status: 'halted',
      cost_usd: 1.2,
      reason: expect.stringContaining('budget'),
    });
    expect(run.tellings.halts).toEqual(['budget']);
  });

  it('budget: the assumed cost counts where the answer has none, failures included', async () => {
    const run = await newRun({ budgetLimit: 1, assumeCostPerRow: 0.5 });
    const { call } = caller(run, [failed('TargetRejected'), answered()]);
    const statuses = [];
    for (const event of rows(run, 3)) statuses.push(((await call(event)) as { status: string }).status);
    expect(statuses).toEqual(['failed', 'succeeded', 'skipped']);
  });

  it('budget: a row of unknown cost halts the run and says so', async () => {
    const run = await newRun({ budgetLimit: 1 });
    const { call } = caller(run, []);
    const statuses = [];
    for (const event of rows(run, 2)) statuses.push(((await call(event)) as { status: string }).status);
    expect(statuses).toEqual(['succeeded', 'skipped']);
    expect((await run.record())?.reason).toContain('what row s-0 has cost is not known');
  });

  it('a cancelled run stays cancelled when a row in flight fails', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' });
    const event = run.event();
    const ports = run.ports();
    const target = claimedTarget(
      {
        input: async () => 1,
        call: async () => {
          await run.setRecord({ status: 'cancelled' });
          return failed('TargetRejected');
        },
      },
      run.claims(),
      ports.staging,
      ports.writer,
    );
    await callRow(event, target, ports, () => 60_000);
    expect(await run.record()).toMatchObject({ status: 'cancelled', failed: 1 });
  });
});

describe('a row that was staged and never counted', () => {
  const broken = (ports: CallerPorts): CallerPorts => ({
    ...ports,
    runs: { ...ports.runs, count: () => Promise.reject(new Error('The counters cannot be reached.')) },
  });

  it.each([
    ['whose cost decides', { budgetLimit: 1 }, answered(5, 1.5), { succeeded: 1, cost_usd: 1.5, status: 'halted' }],
    [
      'whose failure decides',
      { stopOnError: 'stop_immediately' as const },
      failed('TargetRejected'),
      { failed: 1, failures_this_pass: 1, status: 'halted' },
    ],
  ])('%s is counted by the next invocation, once', async (_, policy, outcome, counted) => {
    const run = await newRun(policy);
    const { called, call } = caller(run, [outcome], broken);
    await expect(call(run.event())).rejects.toThrow('The counters cannot be reached.');
    expect(await run.record()).toMatchObject({ cost_usd: 0, status: 'running' });
    const again = caller(run, []);
    for (const repeats of [1, 2, 3]) await again.call(run.event({ repeats }));
    expect(await run.record()).toMatchObject(counted);
    expect([...called, ...again.called]).toEqual([1]);
  });

  it('is counted when its failure is recorded instead', async () => {
    const run = await newRun({ budgetLimit: 1 });
    await expect(caller(run, [answered(5, 1.5)], broken).call(run.event())).rejects.toThrow();
    await recordFailure({ ...run.event(), failure: { Error: 'Error', Cause: '' } }, run.ports());
    expect(await run.record()).toMatchObject({ cost_usd: 1.5, status: 'halted' });
  });

  it('that was counted is not counted again', async () => {
    const run = await newRun({ budgetLimit: 10 });
    const { call } = caller(run, [answered(5, 1.5)]);
    await call(run.event());
    for (const repeats of [1, 2]) await call(run.event({ repeats }));
    expect(await run.record()).toMatchObject({ succeeded: 1, cost_usd: 1.5, status: 'running' });
  });

  it('and whose object is damaged fails nothing: the summary names it', async () => {
    const run = await newRun();
    const { settle } = run.ports().staging;
    await settle(run.event(), '{"cut' as never, 'somebody');
    expect(await caller(run, []).call(run.event({ repeats: 1 }))).toMatchObject({ outcome: 'done' });
  });
});
