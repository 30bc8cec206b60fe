import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { answered, failed, TestTarget, work } from '../functions/caller/test-target.ts';
import { startCallerCloud } from '../functions/caller-cloud.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Seed 004, how rows are called. */
describe('The orchestrator', () => {
  it('calls one row after another, in row order, unless told otherwise', async () => {
    const { executor } = evaluationConfigSchema.parse({ endpoint: { url: 'https://example.com' } });
    expect(executor.maxConcurrency).toBe(1);
    const run = await newRun({}, { max_concurrency: 1 }, 8);
    const target = new TestTarget(() => sleep(2, answered()));
    await work(run, target);
    expect(target.called).toEqual(indexes(8));
    expect(target.mostAtOnce).toBe(1);
  });

  it.each([
    ['up', 2, 6],
    ['down', 6, 2],
  ])('has the concurrency of a run changed %s while its rows are called', async (_, from, to) => {
    const run = await newRun({}, { max_concurrency: from }, 60);
    let now = 0;
    const atOnce: number[] = [];
    const target = new TestTarget(async () => {
      now += 1;
      atOnce.push(now);
      await sleep(150);
      now -= 1;
      return answered();
    });
    const working = work(run, target);
    await run.setRecord({ max_concurrency: to });
    await working;
    expect(target.mostAtOnce).toBeLessThanOrEqual(Math.max(from, to));
    expect(Math.max(...atOnce.slice(-15))).toBe(to);
  });

  it('retries a transient error until the row’s calls are used up', async () => {
    const retryPolicy = { maxAttempts: 3, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
    const run = await newRun({ retryPolicy }, {}, 2);
    const target = new TestTarget(({ row }) => (row.row_index === 0 ? failed('TargetUnavailable') : answered()));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.callsOf(0)).toBe(3);
    expect(await run.settled()).toMatchObject([
      { status: 'failed', error_name: 'TargetUnavailable', calls: 3, attempts: 1 },
      { status: 'succeeded', calls: 1 },
    ]);
    expect(run.tellings.retried).toEqual(['TargetUnavailable', 'TargetUnavailable']);
    expect(run.tellings.deadLetters).toHaveLength(1);
  });

  it('never retries an error that another call would repeat', async () => {
    const run = await newRun();
    const target = new TestTarget(() => failed('TargetRejected'));
    await work(run, target);
    expect(target.called).toEqual([0]);
    expect(await run.counts()).toMatchObject([{ failed: 1 }]);
  });

  it('waits as long as Retry-After says, outside of the function where that is long', async () => {
    const run = await newRun({}, { max_concurrency: 2 }, 3);
    const target = new TestTarget(({ row, call }) =>
      row.row_index === 0 && call === 1 ? failed('TargetUnavailable', 20) : answered(),
    );
    const answer = await work(run, target);
    expect(answer).toMatchObject({ outcome: 'wait', resume: { row: 0 } });
    expect(answer).toHaveProperty(
      'seconds',
      expect.toSatisfy((seconds: number) => seconds > 15 && seconds <= 20),
    );
    expect(target.called).toEqual([0, 1, 2]);
    expect(JSON.stringify(answer).length).toBeLessThan(150);
  });
});
