import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { RollcallError } from '../../../contracts/errors.ts';
import { rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { datasetRow, startCallerCloud } from '../caller-cloud.ts';
import { answered, failed, TestTarget, work, workToTheEnd } from './test-target.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a batch', () => {
  it('is done when each of its rows is settled, written down and counted', async () => {
    const run = await newRun({}, { max_concurrency: 4 }, 10);
    expect(await work(run, new TestTarget())).toEqual(DONE);
    const rows = await run.settled();
    expect(rows.map(({ row_index }) => row_index)).toEqual(indexes(10));
    expect(rows[0]).toMatchObject({
      status: 'succeeded',
      actual_output: 'yes',
      input: '{"question":"Why?"}',
      calls: 1,
    });
    expect(await run.counts()).toMatchObject([
      { succeeded: 10, failed: 0, total_tokens: 50, in_flight: 0, state: 'done' },
    ]);
    expect(run.tellings.settled).toHaveLength(10);
  });

  it('starts rows in row order, and has never more than its share in flight', async () => {
    const run = await newRun({}, { max_concurrency: 12, children: 3 }, 40);
    const target = new TestTarget(({ row }) => sleep(row.row_index % 7, answered()));
    await work(run, target);
    expect(target.called).toEqual(indexes(40));
    expect(target.mostAtOnce).toBe(4);
  });

  it('writes rows that are ready together in one object', async () => {
    const run = await newRun({}, { max_concurrency: 25 }, 200);
    await work(run, new TestTarget(() => sleep(5, answered())));
    expect((await run.entries()).length).toBeLessThan(100);
  });

  it('takes rows of megabytes', async () => {
    const input = JSON.stringify('ü'.repeat(1_500_000));
    const run = await newRun({}, {}, [datasetRow({ input }), datasetRow({ sample_id: 's-1', row_index: 1 })]);
    expect(await work(run, new TestTarget())).toEqual(DONE);
    expect((await run.settled()).map((row) => row.input?.length)).toEqual([input.length, 19]);
  });
});

describe('large answers', () => {
  it('are held in memory a few at a time, however many rows are in flight', async () => {
    const run = await newRun({}, { max_concurrency: 30 }, 60);
    let held = 0;
    let most = 0;
    const target = new TestTarget(async ({ reserve }) => {
      await reserve();
      await reserve();
      held += 1;
      most = Math.max(most, held);
      await sleep(5);
      held -= 1;
      return answered();
    });
    expect(await work(run, target)).toEqual(DONE);
    expect(target.mostAtOnce).toBe(30);
    expect(most).toBeLessThanOrEqual(8);
    expect(await run.settled()).toHaveLength(60);
  });
});

describe('a row that fails', () => {
  it('before it is called costs no call', async () => {
    const run = await newRun({ executionMode: 'tool' });
    const target = new TestTarget();
    target.input = () => Promise.reject(new TypeError('no such thing'));
    await work(run, target);
    expect(target.called).toEqual([]);
    expect(await run.settled()).toMatchObject([{ error_name: 'CallerFailed', calls: 0, attempts: 0 }]);
  });

  it('by a mistake of ours fails alone', async () => {
    const run = await newRun({}, { max_concurrency: 3 }, 3);
    const target = new TestTarget(({ row }) => {
      if (row.row_index === 1) throw new TypeError('x is not a function');
      return answered();
    });
    expect(await work(run, target)).toEqual(DONE);
    expect((await run.settled()).map(({ error_name }) => error_name)).toEqual([null, 'CallerFailed', null]);
  });
});

describe('a batch that is handed on', () => {
  it('for want of time goes on at once, and calls nothing twice', async () => {
    const run = await newRun({}, { max_concurrency: 3 }, 12);
    const target = new TestTarget(() => sleep(2, answered()));
    const endsAfter = (calls: number) => () => (target.called.length >= calls ? 25_000 : 900_000);
    const first = await work(run, target, { remainingMs: endsAfter(5) });
    expect(first).toMatchObject({ outcome: 'wait', seconds: 0 });
    expect(target.called.length).toBeLessThan(12);
    const resume = first.outcome === 'wait' ? first.resume : undefined;
    expect(await work(run, target, { event: { resume } })).toEqual(DONE);
    expect(target.called).toEqual(indexes(12));
    expect(await run.settled()).toHaveLength(12);
    expect(await run.counts()).toMatchObject([{ succeeded: 12 }]);
  });

  it('does not start a row whose timeout no longer fits into the invocation', async () => {
    const run = await newRun({ timeoutSeconds: 300 });
    const target = new TestTarget();
    expect(await work(run, target, { remainingMs: () => 310_000 })).toMatchObject({ outcome: 'wait', seconds: 0 });
    expect(target.called).toEqual([]);
  });

  it('keeps what a row to be called again has cost', async () => {
    const run = await newRun({}, {}, 1);
    const target = new TestTarget(({ call }) =>
      call === 1 ? { ...failed('TargetUnavailable', 60), answer: { costUsd: 0.5 } } : answered(0.25),
    );
    const first = await work(run, target);
    const resume = first.outcome === 'wait' ? first.resume : undefined;
    const later = { ...run.ports() };
    expect(await work(run, target, { event: { resume }, ports: later })).toMatchObject({ outcome: 'wait' });
    expect((await run.entries())[1]?.entry.retries).toMatchObject([{ row: 0, calls: 1, spentUsd: 0.5 }]);
  });
});

describe('a run that is stopped', () => {
  it('by a pause starts no row, and goes on when it is resumed', async () => {
    const run = await newRun({}, {}, 6);
    const target = new TestTarget(async ({ row }) => {
      if (row.row_index === 2) {
        await run.setRecord({ status: 'pausing' });
        await sleep(1_200);
      }
      return answered();
    });
    const parked = await work(run, target);
    expect(parked).toMatchObject({ outcome: 'wait', seconds: 1, resume: { row: 3, looks: 0 } });
    expect(target.called).toEqual([0, 1, 2]);
    expect(await run.counts()).toMatchObject([{ state: 'parked', in_flight: 0, succeeded: 3 }]);
    await run.setRecord({ status: 'running' });
    const resume = parked.outcome === 'wait' ? parked.resume : undefined;
    expect(await work(run, target, { event: { resume } })).toEqual(DONE);
    expect(target.called).toEqual(indexes(6));
  });

  it('by a cancel settles the rows that are left as skipped', async () => {
    const run = await newRun({}, { status: 'cancelled', reason: 'Enough.' }, 700);
    const target = new TestTarget();
    expect(await work(run, target)).toEqual(DONE);
    expect(target.called).toEqual([]);
    const rows = await run.settled();
    expect(rows).toHaveLength(700);
    expect(rows[0]).toMatchObject({
      status: 'skipped',
      error_name: 'RunCancelled',
      error_message: 'Enough.',
      calls: 0,
    });
    expect(await run.counts()).toMatchObject([{ skipped: 700 }]);
  });

  it('by its first failure starts no other row', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' }, {}, 5);
    const target = new TestTarget(({ row }) => (row.row_index === 1 ? failed('TargetRejected') : answered()));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.called).toEqual([0, 1]);
    expect((await run.settled()).map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(await run.record()).toMatchObject({ status: 'halted' });
    expect(run.tellings.halts).toEqual(['errors']);
  });

  const refused = new RollcallError('TargetRejected', 'HTTP 401: who are you?');
  const twoBatches = async () => {
    const run = await newRun({ earlyStop: true }, {}, 12);
    const rows = indexes(12).map((n) => datasetRow({ sample_id: `t-${n}`, row_index: 12 + n }));
    return { run, second: { batch: await run.putRows(rows, 1), executionId: 'child-2' } };
  };

  it('by its first 20 rows counts those of other batches, and of invocations before', async () => {
    const { run, second } = await twoBatches();
    const target = new TestTarget(() => ({ kind: 'failed', error: refused }));
    await work(run, target);
    expect(run.tellings.halts).toEqual([]);
    // The caller of the second batch crashes after five of its rows, and counts on from there.
    let left = 5;
    const crashed = { event: second, remainingMs: () => (left-- > 0 ? 900_000 : 0) };
    const [answer] = await Promise.all([work(run, target, crashed)]);
    expect(answer.outcome).toBe('wait');
    expect(run.tellings.halts).toEqual([]);
    await work(run, target, { event: { ...second, repeats: 1 } });
    expect(run.tellings.halts).toEqual(['early-stop']);
    expect(target.called).toEqual(indexes(20));
    expect(await run.record()).toMatchObject({ status: 'halted', halted_by: 'early-stop' });
  });

  it('is not stopped by its first rows when a row of another batch was answered', async () => {
    const { run, second } = await twoBatches();
    const target = new TestTarget(({ row }) => (row.row_index === 3 ? answered() : { kind: 'failed', error: refused }));
    await work(run, target);
    await work(run, target, { event: second });
    expect([target.called.length, run.tellings.halts]).toEqual([24, []]);
  });

  it('by its budget overshoots by no more than what was in flight', async () => {
    const run = await newRun({ budgetLimit: 10 }, { max_concurrency: 4 }, 40);
    const target = new TestTarget(() => sleep(3, answered(1)));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.called.length).toBeGreaterThanOrEqual(10);
    expect(target.called.length).toBeLessThanOrEqual(13);
    expect(run.tellings.halts).toEqual(['budget']);
  });

  it('by its budget counts what other batches and earlier passes have spent', async () => {
    const run = await newRun({ budgetLimit: 10 }, { before: { ...NOTHING_COUNTED, cost_usd: 4 } }, 20);
    const spent = { ...NOTHING_COUNTED, cost_usd: 3, entries: 1, in_flight: 0, state: 'done' as const };
    await run.ports().counts.write(run.evaluationId, 1, 7, spent);
    const target = new TestTarget(() => answered(1));
    await work(run, target);
    expect(target.called).toHaveLength(3);
  });
});

describe('what calls have cost whose rows are called again', () => {
  const dear = (costUsd: number, afterSeconds: number) => ({
    ...failed('TargetUnavailable', afterSeconds),
    answer: { costUsd },
  });

  it('is spent at once: no call is made on a budget that it has used up', async () => {
    const run = await newRun({ budgetLimit: 1 }, {}, 5);
    const target = new TestTarget(() => dear(0.5, 60));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.called).toEqual([0, 1]);
    expect(run.tellings.halts).toEqual(['budget']);
    expect((await run.settled()).map(({ status, calls, cost_usd }) => [status, calls, cost_usd])).toEqual([
      ['skipped', 1, 0.5],
      ['skipped', 1, 0.5],
      ['skipped', 0, null],
      ['skipped', 0, null],
      ['skipped', 0, null],
    ]);
    expect(await run.counts()).toMatchObject([{ skipped: 5, cost_usd: 1 }]);
  });

  it.each([
    ['handed on', false],
    ['whose caller was killed before it had counted anything', true],
  ])('is counted once in a batch that was %s', async (_, isKilled) => {
    const run = await newRun({ budgetLimit: 100, retryPolicy: PATIENT }, {}, 3);
    const target = new TestTarget(({ row, call }) => (row.row_index === 1 && call < 3 ? dear(0.1, 1) : answered(0.2)));
    const counts = { ...run.ports().counts, ...(isKilled && { write: async () => {} }) };
    const remainingMs = () => (target.called.length >= 3 ? 25_000 : 900_000);
    const first = await work(run, target, { ports: { counts }, remainingMs });
    expect(first).toMatchObject({ outcome: 'wait', resume: { row: 1 } });
    if (!isKilled) expect(await run.counts()).toMatchObject([{ succeeded: 2, cost_usd: 0.5 }]);
    const resume = first.outcome === 'wait' && !isKilled ? first.resume : undefined;
    expect(await work(run, target, { event: { resume, repeats: 1 } })).toEqual(DONE);
    expect((await run.settled()).map(({ cost_usd }) => cost_usd)).toEqual([0.2, 0.4, 0.2]);
    expect(await run.counts()).toMatchObject([{ succeeded: 3, cost_usd: 0.8 }]);
  });

  it('stays counted where the answer of the next call is lost', async () => {
    const run = await newRun({ budgetLimit: 100, retryPolicy: { ...PATIENT, intervalSeconds: 0 } }, {}, 1);
    const crashed = new TestTarget(({ call }) => (call === 1 ? dear(0.5, 0) : new Promise<never>(() => {})));
    void work(run, crashed);
    await vi.waitUntil(() => crashed.called.length === 2);
    expect(await work(run, new TestTarget(), { event: { crashes: 1 } })).toEqual(DONE);
    expect(await run.settled()).toMatchObject([{ error_name: 'OutcomeUnknown', calls: 2, cost_usd: null }]);
    expect(await run.counts()).toMatchObject([{ failed: 1, cost_usd: 0.5 }]);
  });
});

describe('a row that the target turns away for its rate', () => {
  const turnedAway = { ...failed('TargetUnavailable', 0), isTurnedAway: true };
  const once = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };

  it('waits and is not failed for it: only real attempts count', async () => {
    const run = await newRun({ retryPolicy: once }, {}, 2);
    const target = new TestTarget(({ row, call }) => (row.row_index === 0 && call < 3 ? turnedAway : answered()));
    await workToTheEnd(run, target);
    expect(await run.settled()).toMatchObject([
      { status: 'succeeded', calls: 3, waited_ms: expect.any(Number) },
      { status: 'succeeded', calls: 1 },
    ]);
    expect((await run.settled())[0]?.waited_ms).toBeGreaterThanOrEqual(1_000);
    expect(await run.counts()).toMatchObject([{ throttled: 2, individual_calls: 4 }]);
  });

  it('for longer than it may wait fails', async () => {
    const rateLimit = rateLimitSchema.parse({ maxWaitSeconds: 0 });
    const run = await newRun({ rateLimit, retryPolicy: PATIENT }, {}, 1);
    const target = new TestTarget(() => ({ ...turnedAway, retryAfterSeconds: 1 }));
    expect(await work(run, target)).toEqual(DONE);
    expect(await run.settled()).toMatchObject([{ status: 'failed', calls: 1 }]);
  });
});

const PATIENT = { maxAttempts: 5, intervalSeconds: 1, backoffRate: 1, maxIntervalSeconds: 1 };

describe('the concurrency of a run that goes on', () => {
  it('below the number of batches leaves a row each to the first ones, and parks the others', async () => {
    const run = await newRun({}, { max_concurrency: 1, children: 3 }, 4);
    const running = { ...NOTHING_COUNTED, entries: 0, in_flight: 1, state: 'running' as const };
    const second = { ...run.batch, index: 1 };
    await run.ports().counts.write(run.evaluationId, 1, 0, running);
    const target = new TestTarget();
    expect(await work(run, target, { event: { batch: second } })).toMatchObject({ outcome: 'wait', seconds: 1 });
    expect(target.called).toEqual([]);
    await run.ports().counts.write(run.evaluationId, 1, 0, { ...running, state: 'done' });
    expect(await workToTheEnd(run, target, { event: { batch: second } })).toEqual([DONE]);
  });
});
