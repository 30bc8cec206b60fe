import type { S3Client } from '@aws-sdk/client-s3';
import type { CallerEvent } from '../../../contracts/caller.ts';
import { findObject } from '../../objects/store/find-object.ts';
import { putIfAbsent } from '../../objects/store/put-if-absent.ts';
import { type BatchLog, entryText, parseEntry, type ReadEntry } from '../log-entry.ts';
import { logKey } from '../log-keys.ts';

/** Entries read at the same time. */
const READ_AHEAD = 16;

export function createBatchLog(
  s3: S3Client,
  bucket: string,
  { run, batch }: Pick<CallerEvent, 'run' | 'batch'>,
): BatchLog {
  const { evaluationId, attempt } = run;
  const log = { evaluationId, attempt, shard: batch.shard, batch: batch.index };
  let appends = 0;

  async function read(number: number): Promise<ReadEntry | undefined> {
    const found = await findObject(s3, bucket, logKey(log, number));
    return found && { number, ...parseEntry(await found.transformToString()) };
  }

  return {
    append: (number, entry, rows) =>
      putIfAbsent(s3, {
        bucket,
        key: logKey(log, number),
        body: entryText(entry, rows),
        contentType: 'application/x-ndjson',
        // Another group of the same invocation may have got the number, although its put seemed to fail.
        writer: `${entry.writer}.${++appends}`,
      }),

    async *readFrom(start) {
      let from = start;
      // Usually there is little to read; where there is more, there may be much.
      for (let length = 1; ; length = Math.min(length * 2, READ_AHEAD)) {
        const numbers = Array.from({ length }, (_, index) => from + index);
        for (const found of await Promise.all(numbers.map(read))) {
          if (!found) return;
          yield found;
        }
        from += length;
      }
    },
  };
}
