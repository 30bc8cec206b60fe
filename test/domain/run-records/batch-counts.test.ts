import { describe, expect, it } from 'vitest';
import { batchCountsKey } from '../../../domain/run-records/batch-counts.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { createBatchCountsStore, type NewCounts, sumOf } from '../../../domain/run-records/store/batch-counts.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';

const { documents, tables } = await startCallerCloud();
const store = createBatchCountsStore(documents, tables.counts);
const counts = (changes: Partial<NewCounts> = {}): NewCounts => ({
  ...NOTHING_COUNTED,
  entries: 1,
  in_flight: 0,
  state: 'running',
  ...changes,
});

describe('the counts of a batch', () => {
  it('are read as they were written, and expire after more than a year', async () => {
    const written = counts({ succeeded: 3, cost_usd: 0.125, in_flight: 2 });
    await store.write('read', 1, 4, written);
    const read = await store.read('read', 1, 4);
    expect(read).toMatchObject({ evaluation_id: 'read', batch: batchCountsKey(1, 4), ...written });
    const days = ((read?.expires_at ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(366);
    expect(await store.read('read', 1, 5)).toBeUndefined();
  });

  it('are absolute: written again they are the same', async () => {
    for (let time = 0; time < 3; time++) await store.write('again', 1, 0, counts({ failed: 2 }));
    expect(await store.list('again', 1)).toMatchObject([{ failed: 2 }]);
  });

  it('are not taken back by an invocation that has seen less of the batch’s log', async () => {
    await store.write('late', 1, 0, counts({ entries: 9, succeeded: 40, state: 'done' }));
    await store.write('late', 1, 0, counts({ entries: 4, succeeded: 10, in_flight: 5 }));
    expect(await store.read('late', 1, 0)).toMatchObject({ entries: 9, succeeded: 40, state: 'done', in_flight: 0 });
    await store.write('late', 1, 0, counts({ entries: 9, succeeded: 40, state: 'parked' }));
    expect(await store.read('late', 1, 0)).toMatchObject({ state: 'parked' });
  });

  it('are listed for one pass of one run, in row order, however many batches there are', async () => {
    const batches = [...Array.from({ length: 30 }, (_, index) => index * 7), 1_000, 12_345_678];
    await Promise.all(batches.toReversed().map((batch) => store.write('many', 2, batch, counts({ succeeded: batch }))));
    await store.write('many', 1, 0, counts());
    await store.write('many', 20, 0, counts());
    await store.write('many-others', 2, 0, counts());
    expect((await store.list('many', 2)).map(({ succeeded }) => succeeded)).toEqual(batches);
    expect(await store.list('many', 3)).toEqual([]);
  });

  it('add up', () => {
    const one = counts({ succeeded: 1, failed: 2, latency_ms_sum: 5, cost_usd: 0.5 });
    expect(sumOf([one, counts({ succeeded: 10, skipped: 3, total_tokens: 7 }), one])).toEqual({
      ...NOTHING_COUNTED,
      succeeded: 12,
      failed: 4,
      skipped: 3,
      latency_ms_sum: 10,
      total_tokens: 7,
      cost_usd: 1,
    });
    expect(sumOf([])).toEqual(NOTHING_COUNTED);
  });
});
