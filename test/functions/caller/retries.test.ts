import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { answered, BulkTestTarget, failed, TestTarget, work, workToTheEnd } from './test-target.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };
const upTo = (maxAttempts: number) => ({ maxAttempts, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 });

describe('a retry', () => {
  it('counts no attempt for a call that was throttled', async () => {
    const run = await newRun({ retryPolicy: upTo(2) });
    const replies = [
      { ...failed('TargetUnavailable', 0), isTurnedAway: true },
      failed('TargetUnavailable'),
      answered(),
    ];
    const target = new TestTarget(({ call }) => replies[call - 1] ?? failed('TargetRejected'));
    await workToTheEnd(run, target);
    expect(await run.settled()).toMatchObject([{ status: 'succeeded', calls: 3 }]);
    expect(await run.counts()).toMatchObject([{ throttled: 1, individual_calls: 3 }]);
  });

  it('of a row whose bulk call was rejected calls it alone, however often it fails', async () => {
    const bulkConfig = bulkConfigSchema.parse({ endpoint: '/bulk', maxItemsPerCall: 2 });
    const run = await newRun({ bulkConfig, retryPolicy: upTo(2) }, {}, 2);
    const rejected = { kind: 'rejected' as const, error: new RollcallError('TargetRejected', 'not together') };
    const target = new BulkTestTarget(
      ({ call }) => (call === 2 ? failed('TargetUnavailable') : answered()),
      () => rejected,
    );
    expect(await work(run, target)).toEqual(DONE);
    expect(target.calls).toEqual([[0, 1]]);
    expect([target.callsOf(0), target.callsOf(1)]).toEqual([3, 3]);
    expect(await run.settled()).toMatchObject(
      Array(2).fill({ status: 'succeeded', calls: 3, call_mode: 'individual' }),
    );
  });
});

describe('an invocation', () => {
  it('ends after its dead letters were sent', async () => {
    const run = await newRun({ retryPolicy: upTo(1) }, { max_concurrency: 2 }, 2);
    const sent: number[] = [];
    const deadLetters = {
      async send({ row_index }: { row_index: number }) {
        await sleep(200);
        sent.push(row_index);
      },
    };
    const target = new TestTarget(() => failed('TargetUnavailable'));
    expect(await work(run, target, { ports: { deadLetters } })).toEqual(DONE);
    expect(sent.sort()).toEqual([0, 1]);
  });
});
