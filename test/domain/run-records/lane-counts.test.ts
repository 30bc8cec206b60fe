import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { createBatchCountsStore, sumOf } from '../../../domain/run-records/store/batch-counts.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';

const { documents, tables } = await startCallerCloud();
const store = createBatchCountsStore(documents, tables.counts);
const row = { ...NOTHING_COUNTED, succeeded: 1, latency_ms_sum: 12, total_tokens: 3, cost_usd: 0.1 };

describe('rows of batches of one', () => {
  it('are counted in a few items, once each, however often and at once they are added', async () => {
    const batches = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all([...batches, ...batches].map((batch) => store.addRow('many', 1, batch, row)));
    const lanes = await store.list('many', 1);
    expect(lanes).toHaveLength(16);
    expect(sumOf(lanes)).toEqual({
      ...NOTHING_COUNTED,
      succeeded: 60,
      latency_ms_sum: 720,
      total_tokens: 180,
      cost_usd: expect.closeTo(6),
    });
  });

  it('are counted beside batches of many, pass by pass', async () => {
    await store.addRow('mixed', 1, 3, row);
    await store.addRow('mixed', 2, 3, { ...NOTHING_COUNTED, failed: 1 });
    await store.write('mixed', 2, 3, { ...NOTHING_COUNTED, skipped: 5, entries: 1, in_flight: 0, state: 'done' });
    expect(sumOf(await store.list('mixed', 1))).toMatchObject({ succeeded: 1, failed: 0 });
    expect(sumOf(await store.list('mixed', 2))).toMatchObject({ succeeded: 0, failed: 1, skipped: 5 });
    expect(await store.read('mixed', 2, 3)).toMatchObject({ skipped: 5, failed: 0 });
  });

  it('are added again when another was added to their lane in the same moment', async () => {
    const busy = DynamoDBDocumentClient.from(new DynamoDBClient());
    const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    const conflict = new TransactionCanceledException({ message: 'busy', $metadata: {}, CancellationReasons });
    const sent = mockClient(busy);
    sent.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await createBatchCountsStore(busy, 'counts').addRow('busy', 1, 0, row);
    expect(sent.commandCalls(TransactWriteCommand)).toHaveLength(3);
  });

  it('tell when the last of them that wait is due, and count nothing by it', async () => {
    const [soon, late] = ['2026-11-18T10:00:01.000Z', '2026-11-18T10:01:00.000Z'];
    await store.addWait('waiting', 1, 0, late);
    await store.addWait('waiting', 1, 0, soon);
    await store.addRow('waiting', 1, 0, row);
    const [lane, ...others] = await store.list('waiting', 1);
    expect(lane).toMatchObject({ ...row, entries: 1, due_at: late });
    expect(others).toEqual([]);
  });

  it('are not counted when the table cannot be written to', async () => {
    const missing = createBatchCountsStore(documents, 'missing');
    await expect(missing.addRow('run', 1, 0, row)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('parked batches', () => {
  it('are listed until they go on, pass by pass, and count nothing', async () => {
    for (const batch of [12, 3, 100_000]) await store.park('paused', 1, batch);
    await store.park('paused', 1, 3);
    await store.park('paused', 2, 7);
    expect(await store.listParked('paused', 1)).toEqual([3, 12, 100_000]);
    const place = { most: 3, seconds: 60 };
    expect(await store.unpark('paused', 1, 12, place)).toBe(true);
    expect(await store.unpark('paused', 1, 12, place)).toBe(true);
    expect(await store.listParked('paused', 1)).toEqual([3, 100_000]);
    expect(await store.listParked('paused', 2)).toEqual([7]);
    expect(await store.list('paused', 1)).toEqual([]);
  });

  it('go on in the order of their numbers, as many as have a place', async () => {
    for (const batch of [1, 2, 3, 4]) await store.park('fewer', 1, batch);
    const goesOn = (batch: number, seconds = 60) => store.unpark('fewer', 1, batch, { most: 2, seconds });
    expect(await goesOn(3)).toBe(false);
    expect(await goesOn(1)).toBe(true);
    expect(await goesOn(2)).toBe(true);
    expect(await goesOn(3)).toBe(false);
    await store.leave('fewer', 1, 1);
    expect(await goesOn(4)).toBe(false);
    expect(await goesOn(3)).toBe(true);
    expect(await store.listParked('fewer', 1)).toEqual([4]);
  });

  it('do not wait for ever for one that never leaves', async () => {
    for (const batch of [1, 2]) await store.park('stuck', 1, batch);
    expect(await store.unpark('stuck', 1, 1, { most: 1, seconds: 0 })).toBe(true);
    expect(await store.unpark('stuck', 1, 2, { most: 1, seconds: 60 })).toBe(true);
  });
});
