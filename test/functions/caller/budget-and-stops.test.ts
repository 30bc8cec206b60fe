import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import type { RunRecords } from '../../../functions/caller/run-records.ts';
import { type RunChanges, startCallerCloud } from '../caller-cloud.ts';
import { answered, BulkTestTarget, failed, TestTarget, work } from './test-target.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };
const IN_TWOS = bulkConfigSchema.parse({ endpoint: '/bulk', maxItemsPerCall: 2 });

describe('a bulk call', () => {
  const bulkRun = (changes: RunChanges) => newRun({ bulkConfig: IN_TWOS, ...changes }, { max_concurrency: 1 }, 10);

  it.each([
    [
      4,
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [2, [[0, 1]]],
  ])('is counted against a budget of %d before the next one starts', async (budgetLimit, calls) => {
    const run = await bulkRun({ budgetLimit });
    const target = new BulkTestTarget(() => answered(1));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.calls).toEqual(calls);
    expect(await run.record()).toMatchObject({ status: 'halted', halted_by: 'budget' });
    expect(await run.counts()).toMatchObject([
      { succeeded: budgetLimit, skipped: 10 - budgetLimit, cost_usd: budgetLimit },
    ]);
  });

  it('with a failed row stops a run that stops at once before the next one starts', async () => {
    const run = await bulkRun({ stopOnError: 'stop_immediately' });
    const target = new BulkTestTarget(({ row }) => (row.row_index === 0 ? failed('TargetRejected') : answered()));
    expect(await work(run, target)).toEqual(DONE);
    expect(target.calls).toEqual([[0, 1]]);
    expect(await run.counts()).toMatchObject([{ succeeded: 1, failed: 1, skipped: 8 }]);
  });
});

describe('a run that was halted', () => {
  it('stays halted for an invocation whose look at the record is older than that', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' }, { max_concurrency: 2 }, 6);
    const { runs } = run.ports();
    let looks = 0;
    const slow: RunRecords = {
      ...runs,
      async read(id) {
        const found = await runs.read(id);
        // The second look begins after a second, and ends after the halt.
        if (++looks === 2) await sleep(700);
        return found;
      },
    };
    const target = new TestTarget(({ row }) =>
      row.row_index === 0 ? sleep(1_300, failed('TargetRejected')) : sleep(2_300, answered()),
    );
    expect(await work(run, target, { ports: { runs: slow } })).toEqual(DONE);
    expect(looks).toBeGreaterThanOrEqual(2);
    expect(target.called).toEqual([0, 1]);
    expect(await run.counts()).toMatchObject([{ succeeded: 1, failed: 1, skipped: 4 }]);
  });
});
