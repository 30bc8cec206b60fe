import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { eachOf } from '../../client/jobs/each-of.ts';
import { batchOfLog, passLogsPrefix } from '../../contracts/storage-keys.ts';
import { hasRowBatches, type RunRecord, shardsOf } from '../../domain/run-records/run-record.ts';
import { parseEntry } from '../caller/batch-log.ts';
import type { ControlDependencies } from './dependencies.ts';

const SHARDS_AT_ONCE = 8;
const READ_AT_ONCE = 32;

/** Names of the executions of agents that a run's logs say are in flight: rows that are claimed, and neither settled nor put off. */
export async function agentsInFlight(
  record: RunRecord,
  { s3, bucket, runs }: Pick<ControlDependencies, 's3' | 'bucket' | 'runs'>,
): Promise<string[]> {
  if (!hasRowBatches(record)) return [];
  const { evaluation_id: evaluationId, attempt } = record;
  const counted = new Set(await runs.counted(record));
  /** The newest entry of each row's log. */
  const newest = new Map<number, string>();
  const shards = Array.from({ length: shardsOf(record) }, (_, shard) => shard);
  await eachOf(shards, SHARDS_AT_ONCE, async (shard) => {
    const Prefix = passLogsPrefix({ evaluationId, attempt, shard });
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix })) {
      for (const { Key = '' } of Contents) {
        const batch = batchOfLog(Key, Prefix);
        if (!counted.has(batch)) newest.set(batch, Key);
      }
    }
  });
  const names: string[] = [];
  await eachOf([...newest.values()], READ_AT_ONCE, async (key) => {
    names.push(...(await namesIn(key, s3, bucket)));
  });
  return names.sort();
}

async function namesIn(Key: string, s3: S3Client, Bucket: string): Promise<string[]> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const { entry } = parseEntry((await Body?.transformToString()) ?? '');
  return entry.claims.flatMap(([, , name]) => name ?? []);
}
