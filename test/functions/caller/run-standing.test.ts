import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CallerAnswer, Wait } from '../../../contracts/caller.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';
import { answered, failed, TestTarget, work } from './test-target.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };
const AT_ONCE = { maxAttempts: 3, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };

const statuses = async (run: TestRun) => (await run.settled()).map(({ status }) => status);

function resumeOf(answer: CallerAnswer): Wait['resume'] {
  if (answer.outcome === 'done') throw new Error('The batch is done.');
  return answer.resume;
}

/** Another invocation has claimed the first row, and is alive. */
async function claimElsewhere(run: TestRun): Promise<void> {
  const log = run.ports().log(run.event());
  const at = new Date().toISOString();
  await log.append(0, { writer: 'another', at, claims: [[0, 1]], retries: [], settled: [] }, []);
}

describe('a run that is over', () => {
  it.each([
    ['halted', 'RunHalted', 'enough'],
    ['cancelled', 'RunCancelled', 'enough'],
    ['completed', 'RunHalted', 'enough'],
  ])('%s: its rows are skipped with the reason', async (status, name, reason) => {
    const run = await newRun({}, { status, reason }, 2);
    const target = new TestTarget();
    expect(await work(run, target)).toEqual(DONE);
    expect(target.called).toEqual([]);
    const skipped = { status: 'skipped', error_name: name, error_message: reason, error_class: null, calls: 0 };
    expect(await run.settled()).toMatchObject([skipped, skipped]);
  });

  it('leaves a row that another invocation has called its answer', async () => {
    const run = await newRun({}, { status: 'halted' }, 2);
    await claimElsewhere(run);
    expect(await work(run, new TestTarget(), { event: { repeats: 1 } })).toMatchObject({
      outcome: 'wait',
      resume: { row: 0 },
    });
    expect((await run.settled()).map(({ row_index, status }) => [row_index, status])).toEqual([[1, 'skipped']]);
  });

  it('because its budget was spent before: that is said on its record', async () => {
    const run = await newRun({ budgetLimit: 1 }, { before: { ...NOTHING_COUNTED, cost_usd: 1.5 } }, 2);
    const target = new TestTarget();
    expect(await work(run, target)).toEqual(DONE);
    expect(await statuses(run)).toEqual(['skipped', 'skipped']);
    expect(await run.record()).toMatchObject({ status: 'halted', reason: expect.stringContaining('1.5 USD') });
    expect(run.tellings.halts).toEqual(['budget']);
    expect(target.called).toEqual([]);
  });

  it('because another execution took it over: its rows are skipped', async () => {
    const run = await newRun({}, { attempt: 2 });
    const target = new TestTarget();
    expect(await work(run, target)).toEqual(DONE);
    expect(await run.settled()).toMatchObject([{ status: 'skipped', error_name: 'RunTakenOver' }]);
    expect(target.called).toEqual([]);
  });

  it('because its record was deleted: nothing is called', async () => {
    const run = await newRun();
    const target = new TestTarget();
    const orphan = { ...run.event().run, evaluationId: `${run.evaluationId}-deleted` };
    expect(await work(run, target, { event: { run: orphan } })).toEqual(DONE);
    expect(target.called).toEqual([]);
  });

  it('because it was cancelled stays so when a row in flight fails', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' }, {}, 2);
    const target = new TestTarget(async () => {
      await run.setRecord({ status: 'cancelled' });
      return failed('TargetRejected');
    });
    expect(await work(run, target)).toEqual(DONE);
    expect(await run.record()).toMatchObject({ status: 'cancelled' });
    expect(await statuses(run)).toEqual(['failed', 'skipped']);
  });
});

describe('a run that is paused', () => {
  it('is looked at ever more rarely, and goes on', async () => {
    const run = await newRun({}, { status: 'pausing' });
    const target = new TestTarget();
    const first = await work(run, target);
    expect(first).toMatchObject({ outcome: 'wait', seconds: 1, resume: { row: 0, looks: 0 } });
    const parkedSince = new Date(Date.now() - 600_000).toISOString();
    const second = await work(run, target, { event: { resume: { ...resumeOf(first), parkedSince } } });
    expect(second).toMatchObject({ outcome: 'wait', seconds: expect.toSatisfy((s) => s === 30 || s === 31) });
    expect(resumeOf(second)).toMatchObject({ parkedSince, looks: 1 });
    expect(await run.counts()).toMatchObject([{ state: 'parked', in_flight: 0 }]);

    await run.setRecord({ status: 'running' });
    expect(await work(run, target, { event: { resume: resumeOf(second) } })).toEqual(DONE);
    expect(target.called).toEqual([0]);
    expect(await run.counts()).toMatchObject([{ state: 'done', in_flight: 0 }]);
  });

  it('between two calls of a row keeps what the first has cost', async () => {
    const run = await newRun({ retryPolicy: AT_ONCE });
    const target = new TestTarget(async ({ call }) => {
      if (call > 1) return answered(0.5);
      await run.setRecord({ status: 'paused' });
      // Until the pause was seen.
      await sleep(1_500);
      return { ...failed('TargetUnavailable'), answer: { costUsd: 0.25 } };
    });
    const parked = await work(run, target);
    expect(parked).toMatchObject({ outcome: 'wait', resume: { row: 0, looks: 0 } });
    await run.setRecord({ status: 'running' });
    expect(await work(run, target, { event: { resume: resumeOf(parked) } })).toEqual(DONE);
    expect(await run.settled()).toMatchObject([{ status: 'succeeded', cost_usd: 0.75, calls: 2 }]);
  });
});

describe('a run that was stopped from outside', () => {
  const closed = { status: 'cancelled', stopped_from_outside: true, finished_at: 'then', reason: 'stopped' };

  it('stands still, so that a redrive can take it up again', async () => {
    const run = await newRun({}, closed, 2);
    const target = new TestTarget();
    expect(await work(run, target)).toMatchObject({ outcome: 'wait' });
    expect(target.called).toEqual([]);
    expect(await run.settled()).toEqual([]);
    expect(await work(run, target, { event: { redrives: 1 } })).toEqual(DONE);
    expect(await statuses(run)).toEqual(['succeeded', 'succeeded']);
    const record = await run.record();
    expect(record).toMatchObject({ status: 'running' });
    expect(record).not.toHaveProperty('finished_at');
    expect(record).not.toHaveProperty('reason');
  });

  it('is taken up by a batch that begins after that, with the input it was given before the redrive', async () => {
    const run = await newRun({}, { ...closed, updated_at: '2026-01-01T00:00:10.000Z' }, 2);
    const target = new TestTarget();
    const begun = (begunAt: string) => work(run, target, { event: { begunAt } });
    // Its execution was stopped before this invocation had looked.
    expect(await begun('2026-01-01T00:00:09.000Z')).toMatchObject({ outcome: 'wait' });
    expect(target.called).toEqual([]);
    expect(await begun('2026-01-01T00:00:11.000Z')).toEqual(DONE);
    expect(await statuses(run)).toEqual(['succeeded', 'succeeded']);
    expect(await run.record()).toMatchObject({ status: 'running' });
  });

  it('is left by an invocation that outlives its execution, with what it had in flight written down', async () => {
    const run = await newRun({}, {}, 4);
    const target = new TestTarget(async ({ row }) => {
      if (row.row_index !== 1) return answered();
      await run.setRecord(closed);
      // Until that was seen.
      await sleep(1_500);
      return answered();
    });
    expect(await work(run, target)).toMatchObject({ outcome: 'wait', resume: { row: 2 } });
    expect(target.called).toEqual([0, 1]);
    expect(await statuses(run)).toEqual(['succeeded', 'succeeded']);
    expect(await run.counts()).toMatchObject([{ state: 'parked', succeeded: 2, skipped: 0, in_flight: 0 }]);
  });
});

describe('a run whose next pass was asked for', () => {
  it('is left to that: an invocation that outlives its execution starts no row that both would call', async () => {
    const run = await newRun({}, { status: 'pending' }, 2);
    const target = new TestTarget();
    expect(await work(run, target)).toMatchObject({ outcome: 'wait' });
    expect(target.called).toEqual([]);
    expect(await run.settled()).toEqual([]);
  });
});

describe('a stop policy', () => {
  it('stop_after_n is exact to the row', async () => {
    const run = await newRun({ stopOnError: 'stop_after_n', errorThreshold: 2 }, {}, 5);
    const target = new TestTarget(({ row }) => (row.row_index % 2 === 0 ? failed('TargetRejected') : answered()));
    expect(await work(run, target)).toEqual(DONE);
    expect(await statuses(run)).toEqual(['failed', 'succeeded', 'failed', 'skipped', 'skipped']);
    expect((await run.record())?.reason).toMatch(/2 rows failed; executor.errorThreshold is 2/);
  });

  it('budget counts the assumed cost where the answer has none, failures included', async () => {
    const run = await newRun({ budgetLimit: 1, assumeCostPerRow: 0.5 }, {}, 3);
    const target = new TestTarget(({ row }) => (row.row_index === 0 ? failed('TargetRejected') : answered()));
    expect(await work(run, target)).toEqual(DONE);
    expect(await statuses(run)).toEqual(['failed', 'succeeded', 'skipped']);
    expect(await run.counts()).toMatchObject([{ cost_usd: 1 }]);
  });

  it('budget is crossed by a row of unknown cost, and says so', async () => {
    const run = await newRun({ budgetLimit: 1 }, {}, 2);
    expect(await work(run, new TestTarget())).toEqual(DONE);
    expect(await statuses(run)).toEqual(['succeeded', 'skipped']);
    expect((await run.record())?.reason).toContain('what row s-0 has cost is not known');
  });

  it('that a crash kept from being applied is applied by who takes the batch up', async () => {
    const run = await newRun({ budgetLimit: 10 }, { before: { ...NOTHING_COUNTED, cost_usd: 9 } }, 3);
    const dies = { ...run.ports() };
    dies.counts = { ...dies.counts, write: () => Promise.reject(new Error('killed')) };
    const target = new TestTarget(() => answered(1));
    await expect(work(run, target, { ports: dies })).rejects.toThrow('killed');
    expect(await run.record()).toMatchObject({ status: 'running' });
    expect(await work(run, target, { event: { crashes: 1 } })).toEqual(DONE);
    expect(target.called).toEqual([0]);
    expect(await statuses(run)).toEqual(['succeeded', 'skipped', 'skipped']);
    expect(run.tellings.halts).toEqual(['budget']);
  });
});
