import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { eachOf } from '../../../core/each-of.ts';
import { findObject } from '../../objects/store/find-object.ts';
import { type LogEntry, parseEntry } from '../log-entry.ts';
import { attemptLogsPrefix, batchOfKey } from '../log-keys.ts';
import type { RunLogPlace } from './settled-rows.ts';

const SHARDS_AT_ONCE = 8;
const READ_AT_ONCE = 32;

/** The newest entry of each batch of an attempt. @param isLeftOut batches that are not looked at */
export async function newestEntries(
  { s3, bucket, evaluationId }: RunLogPlace,
  { attempt, shards }: { readonly attempt: number; readonly shards: number },
  isLeftOut: (batch: number) => boolean,
): Promise<LogEntry[]> {
  const newest = new Map<number, string>();
  await eachOf([...Array(shards).keys()], SHARDS_AT_ONCE, async (shard) => {
    const Prefix = attemptLogsPrefix({ evaluationId, attempt, shard });
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix })) {
      for (const { Key = '' } of Contents) {
        const batch = batchOfKey(Key, Prefix);
        if (!isLeftOut(batch)) newest.set(batch, Key);
      }
    }
  });
  const entries: LogEntry[] = [];
  await eachOf([...newest.values()], READ_AT_ONCE, async (key) => {
    const found = await findObject(s3, bucket, key);
    if (found) entries.push(parseEntry(await found.transformToString()).entry);
  });
  return entries;
}
