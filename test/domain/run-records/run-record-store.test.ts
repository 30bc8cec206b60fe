import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  type Counters,
  NOTHING_COUNTED,
  type RunRecord,
  runRecordSchema,
} from '../../../domain/run-records/run-record.ts';
import { createBatchCountsStore } from '../../../domain/run-records/store/batch-counts.ts';
import { createRunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

const { documents, tables } = await startCallerCloud();
const runs = createRunRecordStore(documents, tables);
const counts = createBatchCountsStore(documents, tables.counts);

let count = 0;
async function newRecord(fields: Partial<RunRecord> = {}): Promise<RunRecord> {
  const record = runRecordOf({ evaluation_id: `stored-${++count}`, ...fields });
  expect(await runs.create(record)).toBe(true);
  return record;
}

describe('the run’s record', () => {
  it('is read as it was written; fields without a value are not there', async () => {
    const { reason: _, ...record } = await newRecord({ reason: undefined, row_limit: 3 });
    expect(await runs.read(record.evaluation_id)).toEqual(record);
  });

  it('that is not there is an error for who needs it, and undefined for who looks', async () => {
    await expect(runs.read('nowhere')).rejects.toMatchObject({
      name: 'RunNotFound',
      message: 'There is no run nowhere.',
    });
    expect(await runs.find('nowhere')).toBeUndefined();
    expect(await runs.findPart('nowhere', runRecordSchema.pick({ status: true }))).toBeUndefined();
  });

  it('that no version of ours has written is refused, not believed', async () => {
    const Item = { evaluation_id: 'strange', status: 'sleeping' };
    await documents.send(new PutCommand({ TableName: tables.runs, Item }));
    await expect(runs.read('strange')).rejects.toMatchObject({ name: 'ZodError' });
  });

  it('is read in part by who needs no more', async () => {
    const { evaluation_id } = await newRecord({ reason: 'said so', status: 'halted' });
    const part = runRecordSchema.pick({ status: true, reason: true, cancel_now: true });
    expect(await runs.findPart(evaluation_id, part)).toEqual({ status: 'halted', reason: 'said so' });
  });

  it('is created once', async () => {
    const record = await newRecord();
    expect(await runs.create({ ...record, dataset_id: 'another' })).toBe(false);
    expect((await runs.read(record.evaluation_id)).dataset_id).toBe('d');
  });

  it('is updated: fields are set, and those that are undefined removed', async () => {
    const record = await newRecord({ reason: 'old', paused_ms: 5 });
    expect(await runs.update(record, { status: 'paused', reason: undefined })).toBe(true);
    const after = await runs.read(record.evaluation_id);
    expect(after).toMatchObject({ status: 'paused', paused_ms: 5 });
    expect(after).not.toHaveProperty('reason');
    expect(after.updated_at >= record.updated_at).toBe(true);
  });

  it.each([{ status: 'cancelled' }, { pass_id: 'the next pass' }, { execution_arn: 'another' }] as const)(
    'stays as it is when somebody else has set %o meanwhile',
    async (meanwhile) => {
      const record = await newRecord();
      await runs.update(record, meanwhile);
      expect(await runs.update(record, { status: 'failed' })).toBe(false);
      expect(await runs.replace(record, { ...record, status: 'failed' })).toBe(false);
      expect(await runs.read(record.evaluation_id)).toMatchObject(meanwhile);
    },
  );

  it('is replaced whole only if nothing was written since it was read', async () => {
    const record = await newRecord({ updated_at: '2026-11-16T00:00:00.000Z' });
    expect(await runs.replace(record, { ...record, attempt: 2, updated_at: '2026-11-16T00:00:01.000Z' })).toBe(true);
    expect(await runs.replace(record, { ...record, attempt: 3 })).toBe(false);
    expect((await runs.read(record.evaluation_id)).attempt).toBe(2);
  });

  it('is labelled at any time; a pass that begins at that moment keeps the labels', async () => {
    const record = await newRecord({ name: 'Nightly', tags: ['main'], updated_at: '2026-11-16T00:00:00.000Z' });
    expect(await runs.label(record.evaluation_id, { tags: ['v2'] })).toBe(true);
    expect(await runs.read(record.evaluation_id)).toMatchObject({ name: 'Nightly', tags: ['v2'] });
    expect(await runs.replace(record, record)).toBe(false);
    await runs.label(record.evaluation_id, { name: null });
    expect(await runs.read(record.evaluation_id)).not.toHaveProperty('name');
    expect(await runs.label('nowhere', { name: 'x' })).toBe(false);
  });

  it('notes the latest export; rows without a record have none', async () => {
    const { evaluation_id } = await newRecord();
    expect(await runs.noteExport(evaluation_id, 's3://b/k')).toBe(true);
    expect((await runs.read(evaluation_id)).export_uri).toBe('s3://b/k');
    expect(await runs.noteExport('nowhere', 's3://b/k')).toBe(false);
    expect(await runs.find('nowhere')).toBeUndefined();
  });
});

describe('a run’s record', () => {
  const DAY = 86_400;
  const expiryOf = async (id: string): Promise<number | undefined> => {
    const get = new GetCommand({ TableName: tables.runs, Key: { evaluation_id: id } });
    return (await documents.send(get)).Item?.expires_at;
  };

  it.each(['judge', 'estimate'] as const)('expires 30 days after the end of the run, of kind %s', async (kind) => {
    const record = await newRecord({ kind });
    const whileOpen = Date.now() / 1000 + 400 * DAY;
    expect(await expiryOf(record.evaluation_id)).toBeCloseTo(whileOpen, -2);
    await runs.update(record, { status: 'completed', finished_at: '2026-11-01T00:00:00.000Z' });
    expect(await expiryOf(record.evaluation_id)).toBe(Date.parse('2026-12-01T00:00:00.000Z') / 1000);
    const ended = await runs.read(record.evaluation_id);
    await runs.replace(ended, { ...ended, status: 'running', finished_at: undefined });
    expect(await expiryOf(record.evaluation_id)).toBeCloseTo(whileOpen, -2);
  });

  it.each(['evaluation', 'batch'] as const)('is kept, of kind %s', async (kind) => {
    const record = await newRecord({ kind });
    await runs.update(record, { status: 'completed', finished_at: new Date().toISOString() });
    expect(await expiryOf(record.evaluation_id)).toBeUndefined();
  });
});

describe('the counters of a run', () => {
  const of = (counters: Partial<Counters>) => ({ ...NOTHING_COUNTED, ...counters });
  const before = of({ succeeded: 4, failed: 1, cost_usd: 0.5 });

  async function newPass(fields: Partial<RunRecord> = {}): Promise<string> {
    const { evaluation_id } = await newRecord({ attempt: 2, before, ...before, ...fields });
    const written = { entries: 1, in_flight: 1, state: 'running' as const };
    await counts.write(evaluation_id, 2, 0, { ...of({ succeeded: 2, cost_usd: 0.25, total_tokens: 7 }), ...written });
    await counts.write(evaluation_id, 2, 1, { ...of({ failed: 3, latency_ms_sum: 12 }), ...written });
    // What an earlier pass has counted is part of `before`.
    await counts.write(evaluation_id, 1, 0, { ...of({ succeeded: 99 }), ...written });
    return evaluation_id;
  }

  it('are those before its pass and those of the batches of its pass while it goes on', async () => {
    const id = await newPass();
    const live = { succeeded: 6, failed: 4, skipped: 0, cost_usd: 0.75, total_tokens: 7, latency_ms_sum: 12 };
    expect(await runs.read(id)).toMatchObject(live);
    expect(await runs.find(id)).toMatchObject(live);
    const { runs: listed } = await runs.list({ tenant: 'default', filter: { name: id }, limit: 1 });
    expect(listed).toMatchObject([live]);
    expect(await runs.batches(await runs.read(id))).toMatchObject([{ succeeded: 2 }, { failed: 3 }]);
  });

  it('are those on its record when it has ended', async () => {
    const id = await newPass({ finished_at: new Date().toISOString(), status: 'completed', succeeded: 5 });
    expect(await runs.read(id)).toMatchObject({ succeeded: 5, failed: 1, cost_usd: 0.5 });
  });

  it('are those on its record before its rows are counted', async () => {
    const id = await newPass({ before: undefined, succeeded: 0, failed: 0 });
    expect(await runs.read(id)).toMatchObject({ succeeded: 0, failed: 0 });
  });
});
