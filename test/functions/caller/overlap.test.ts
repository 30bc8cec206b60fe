import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';
import { answered, BulkTestTarget, TestTarget, work, workToTheEnd } from './test-target.ts';

const { newRun } = await startCallerCloud();

/** Overlaps last longer than an invocation goes without reading the log of another; a wait that never ends fails. */
const BOUND = { timeout: 20_000 };
const LONG_MS = 1_200;

interface FuzzedOverlap {
  readonly rows: number;
  readonly share: number;
  readonly secondAfterMs: number;
  readonly callMs: number;
  readonly repeats: number;
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const inOrder = (rows: readonly number[]) => [...rows].sort((a, b) => a - b);
const outcomes = async (run: TestRun) => (await run.settled()).map(({ row_index, status }) => [row_index, status]);
const allSucceeded = (count: number) => indexes(count).map((index) => [index, 'succeeded']);

describe.concurrent('an invocation that overlaps another for longer than a look at its log', BOUND, () => {
  it('claims nothing once the other goes on claiming', async () => {
    const run = await newRun({ timeoutSeconds: 5 }, { max_concurrency: 2 }, 8);
    const target = new TestTarget(({ row }) => sleep(row.row_index === 0 ? 300 : LONG_MS, answered()));
    const first = work(run, target);
    await vi.waitUntil(() => target.called.length === 2, BOUND);
    await workToTheEnd(run, target, { event: { repeats: 1 } });
    await first;
    expect(inOrder(target.called)).toEqual(indexes(8));
    expect(await outcomes(run)).toEqual(allSucceeded(8));
  });

  it('leaves rows that are live to the other, which settles them', async () => {
    const run = await newRun({ timeoutSeconds: 5 }, { max_concurrency: 2 }, 4);
    const slow = new TestTarget(() => sleep(LONG_MS, answered()));
    const first = work(run, slow);
    await vi.waitUntil(() => slow.called.length === 2, BOUND);
    const target = new TestTarget();
    await workToTheEnd(run, target, { event: { repeats: 1 } });
    await first;
    expect(inOrder([...slow.called, ...target.called])).toEqual(indexes(4));
    expect(await outcomes(run)).toEqual(allSucceeded(4));
  });

  it('calls nothing more once the log was closed while it waits', async () => {
    const run = await newRun({ timeoutSeconds: 5 }, { max_concurrency: 2 }, 4);
    const log = run.ports().log(run.event());
    const entry = () => ({ writer: 'x', at: new Date().toISOString(), claims: [], retries: [], settled: [] });
    await log.append(0, { ...entry(), claims: [[0, 1]] }, []);
    const target = new TestTarget(() => sleep(LONG_MS, answered()));
    const waiting = work(run, target, { event: { repeats: 1 } });
    // The claim of row 1 is entry 1.
    await vi.waitUntil(() => target.called.length === 1, BOUND);
    await log.append(2, { ...entry(), closed: true }, []);
    await log.append(3, { ...entry(), settled: [0] }, []);
    expect(await waiting).toEqual({ outcome: 'done' });
    expect(target.called).toEqual([1]);
    expect((await run.settled()).map(({ row_index, error_name }) => [row_index, error_name])).toEqual([
      [1, null],
      [2, 'RunTakenOver'],
      [3, 'RunTakenOver'],
    ]);
  });

  it('sends no row of a bulk call that the other has sent', async () => {
    const bulkConfig = bulkConfigSchema.parse({ endpoint: '/bulk', maxItemsPerCall: 2 });
    const run = await newRun({ bulkConfig, timeoutSeconds: 5 }, { max_concurrency: 2 }, 20);
    const target = new BulkTestTarget(async () => {
      await sleep(150);
      return answered();
    });
    await Promise.all([workToTheEnd(run, target), workToTheEnd(run, target)]);
    expect(inOrder(target.called)).toEqual(indexes(20));
    expect(target.calls.every((rows) => rows.length <= 2)).toBe(true);
    expect(await outcomes(run)).toEqual(allSucceeded(20));
  });

  it('calls no row twice, whenever it comes', async () => {
    const scenario = fc.record({
      rows: fc.integer({ min: 1, max: 5 }),
      share: fc.integer({ min: 1, max: 3 }),
      secondAfterMs: fc.integer({ min: 0, max: 900 }),
      callMs: fc.integer({ min: 550, max: 800 }),
      repeats: fc.integer({ min: 0, max: 1 }),
    });
    const play = async ({ rows, share, secondAfterMs, callMs, repeats }: FuzzedOverlap) => {
      const run = await newRun({ timeoutSeconds: 5 }, { max_concurrency: share }, rows);
      const target = new TestTarget(() => sleep(callMs, answered()));
      const second = async () => {
        await sleep(secondAfterMs);
        await workToTheEnd(run, target, { event: { repeats } });
      };
      await Promise.all([workToTheEnd(run, target), second()]);
      expect(inOrder(target.called)).toEqual(indexes(rows));
      expect(await outcomes(run)).toEqual(allSucceeded(rows));
    };
    const property = fc.asyncProperty(fc.array(scenario, { minLength: 12, maxLength: 12 }), async (scenarios) => {
      await Promise.all(scenarios.map(play));
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  });
});
