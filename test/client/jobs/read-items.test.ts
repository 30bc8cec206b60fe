import { GetObjectCommand, type GetObjectCommandOutput, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../client/connect/installation.ts';
import { readItems } from '../../../client/jobs/read-items.ts';
import { RESULT_COLUMNS } from '../../../contracts/result-row.ts';
import { runLogPrefix } from '../../../domain/run-log/log-keys.ts';

const ITEMS = 60;
const OBJECTS = 3;
const NOTHING = Object.fromEntries(Object.keys(RESULT_COLUMNS).map((column) => [column, null]));

const rowOf = (index: number) =>
  JSON.stringify({
    ...NOTHING,
    evaluation_id: 'job',
    sample_id: String(index),
    row_index: index,
    execution_mode: 'endpoint',
    status: 'succeeded',
    attempt: 1,
    attempts: 1,
    calls: 1,
    actual_output: `ä answer ${index}`,
  });

/** The items of a job, and a log whose objects hold every third of them each. */
const indexes = Array.from({ length: ITEMS }, (_, index) => index);
const logKeys = Array.from({ length: OBJECTS }, (_, number) => `${runLogPrefix('job')}${number}.jsonl`);
const objects = new Map([
  ['items', indexes.map((row_index) => JSON.stringify({ row_index })).join('\n')],
  ...logKeys.map((key, number): [string, string] => {
    const rows = indexes.filter((index) => index % OBJECTS === number).map(rowOf);
    return [key, `${['{"entry":{}}', ...rows].join('\n')}\n`];
  }),
]);

const s3 = new S3Client();
const mocked = mockClient(s3);
mocked.on(ListObjectsV2Command).resolves({ Contents: logKeys.map((Key) => ({ Key })) });
mocked.on(GetObjectCommand).callsFake(({ Key, Range }: { Key: string; Range?: string }) => {
  const [from = 0, last] = Range?.slice('bytes='.length).split('-').map(Number) ?? [];
  const bytes = Buffer.from(objects.get(Key) ?? '').subarray(from, last === undefined ? undefined : last + 1);
  const Body = { transformToString: async () => bytes.toString(), transformToByteArray: async () => bytes };
  return { Body } as unknown as GetObjectCommandOutput;
});
const installation = {
  clients: { s3 },
  outputs: { DataBucketName: 'data' },
  runs: {
    observe: async () => ({
      record: { evaluation_id: 'job', kind: 'batch', items_key: 'items', attempt: 1 },
      batches: [],
    }),
  },
} as unknown as Installation;

describe('a page of a job’s items', () => {
  it('has them in order, and reads no object of the log twice, nor once for each item', async () => {
    const page = await readItems('default', 'job', { limit: 50 }, installation);
    expect(page.items.map(({ index, output }) => `${index} ${output}`)).toEqual(
      indexes.slice(0, 50).map((index) => `${index} ä answer ${index}`),
    );
    // The list of items, and each object of the log.
    expect(mocked.commandCalls(GetObjectCommand)).toHaveLength(1 + OBJECTS);

    const rest = await readItems('default', 'job', { limit: 50, cursor: page.cursor }, installation);
    expect(rest.items.map(({ index }) => index)).toEqual(indexes.slice(50));
    expect(rest.cursor).toBeUndefined();
    expect(mocked.commandCalls(GetObjectCommand)).toHaveLength(1 + 2 * OBJECTS);
  });
});
