import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { readItemRows } from '../../../client/jobs/item-lines.ts';
import { type AskedAbout, ask, runsOf } from '../../../client/monitors/ask.ts';
import { monitorSchema } from '../../../contracts/monitor.ts';
import { runLogPrefix } from '../../../domain/run-log/log-keys.ts';
import { runRecordSchema } from '../../../domain/run-records/run-record.ts';
import { createRunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { startTraceTables } from '../../support/trace-tables.ts';

const tracing = await startTraceTables();
const { documents, s3, bucket } = tracing;
const sfn = new SFNClient({ region: 'us-east-1' });
const started = mockClient(sfn);
const runs = createRunRecordStore(documents, { runs: 'runs', counts: 'counts' });
const created: string[] = [];
const recordSchema = runRecordSchema.pick({ evaluation_id: true, items_key: true });
const deps = {
  ...tracing,
  sfn,
  stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:evaluation',
  runs: {
    ...runs,
    async create(...[record, along]: Parameters<typeof runs.create>) {
      const isNew = await runs.create(record, along);
      if (isNew) created.push(record.evaluation_id);
      return isNew;
    },
  },
  targets: { read: () => Promise.reject(new Error('No target is registered.')) },
};

const judge = (rubric: string, more = {}) => ({
  type: 'judge',
  rubric,
  target: { endpoint: { url: 'http://127.0.0.1:9/', allowPrivateAddresses: true } },
  ...more,
});
const about = (tenant: string, id: number, ...evaluators: object[]): AskedAbout => ({
  tenant,
  monitor: monitorSchema.parse({ name: 'm', evaluators, mapping: { mapping: {}, expansions: [] } }),
  id: String(id),
  answer: { sample_id: String(id), row_index: 0, actual: `answer ${id}` } as unknown as AskedAbout['answer'],
});

/** The runs of a tenant, each with the ids of its questions. */
async function askedBy(tenant: string): Promise<{ record: z.output<typeof recordSchema>; ids: string[] }[]> {
  const own = created.filter((id) => id.startsWith(`${tenant}..asked-`));
  const records = await Promise.all(own.map((id) => runs.findPart(id, recordSchema)));
  return Promise.all(
    records
      .filter((record) => record !== undefined)
      .map(async (record) => {
        const rows = await readItemRows(s3, bucket, record.items_key ?? '');
        return { record, ids: rows.map(({ sample_id }) => sample_id) };
      }),
  );
}
const startsOf = (tenant: string) =>
  started.commandCalls(StartExecutionCommand).filter(({ args }) => args[0].input.name?.startsWith(`${tenant}..`));

describe('Questions for judges', () => {
  it('go together in one run per judge, and a run holds no more than its claims', async () => {
    const evaluations = Array.from({ length: 120 }, (_, id) => about('a', id, judge('Kind?')));
    const awaited = await ask(evaluations, deps);
    const opened = await askedBy('a');
    expect(opened.map(({ ids }) => ids.length).toSorted()).toEqual([21, 99]);
    expect(new Set(opened.flatMap(({ ids }) => ids)).size).toBe(120);
    expect(new Set(awaited.flatMap(runsOf))).toEqual(new Set(opened.map(({ record }) => record.evaluation_id)));
    expect(startsOf('a')).toHaveLength(2);
  });

  it('are asked once however many ask them at the same moment', async () => {
    const evaluations = (from: number) => Array.from({ length: 30 }, (_, at) => about('b', from + at, judge('Kind?')));
    await Promise.all([0, 10, 20, 30].map((from) => ask(evaluations(from), deps)));
    const ids = (await askedBy('b')).flatMap((run) => run.ids);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  });

  it('are asked once when whoever opened their run was killed before it was started', async () => {
    const evaluations = [about('c', 1, judge('Kind?')), about('c', 2, judge('Kind?'))];
    started.on(StartExecutionCommand).rejects(new Error('killed'));
    await expect(ask(evaluations, deps)).rejects.toThrow('killed');
    started.on(StartExecutionCommand).resolves({});
    await ask(evaluations.slice(0, 1), deps);
    await ask(evaluations, deps);
    expect((await askedBy('c')).map(({ ids }) => ids.length)).toEqual([2]);
    expect(new Set(startsOf('c').map(({ args }) => args[0].input.name)).size).toBe(1);
  });

  it('are asked again when the run that has asked them was deleted', async () => {
    await ask([about('d', 1, judge('Kind?'))], deps);
    const [before] = await askedBy('d');
    const Key = { evaluation_id: before?.record.evaluation_id };
    await documents.send(new DeleteCommand({ TableName: 'runs', Key }));
    await ask([about('d', 1, judge('Kind?'))], deps);
    const [after] = await askedBy('d');
    expect(after?.ids).toEqual(before?.ids);
  });

  it('are not asked again when their run’s record has expired and its log still has the answers', async () => {
    await ask([about('f', 1, judge('Kind?')), about('f', 2, judge('Kind?'))], deps);
    const [{ record, ids } = { record: undefined, ids: [] }] = await askedBy('f');
    const row = { sample_id: ids[0], row_index: 0, attempt: 1, status: 'succeeded' };
    const Key = `${runLogPrefix(record?.evaluation_id ?? '')}shard=0/0001-00000000-00000000.jsonl`;
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: `{}\n${JSON.stringify(row)}\n` }));
    const expired = { evaluation_id: record?.evaluation_id };
    await documents.send(new DeleteCommand({ TableName: 'runs', Key: expired }));
    await ask([about('f', 1, judge('Kind?')), about('f', 2, judge('Kind?'))], deps);
    expect((await askedBy('f')).map((run) => run.ids)).toEqual([[ids[1]]]);
  });

  it('whose answers are not kept are asked for each evaluation', async () => {
    const same = (id: number) => ({ ...about('e', 7, judge('Kind?', { keepAnswers: false })), id: String(id) });
    await ask([same(1), same(2)], deps);
    await ask([same(1)], deps);
    expect((await askedBy('e')).map(({ ids }) => ids.length)).toEqual([2]);
  });
});
