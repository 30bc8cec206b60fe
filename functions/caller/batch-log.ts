import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { findObject } from '../../client/connect/find-object.ts';
import { type LogEntry, logEntrySchema } from '../../contracts/batch.ts';
import type { CallerEvent } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { logKey } from '../../contracts/storage-keys.ts';
import { parseJson } from '../../core/json.ts';
import { rowsAsCalled } from '../../core/variant-rows.ts';
import { logger } from '../shared/powertools.ts';
import { putIfAbsent } from './conditional-put.ts';

/** Entries read at the same time. */
const READ_AHEAD = 16;

export interface ReadEntry {
  readonly number: number;
  readonly entry: LogEntry;
  /** The settled rows: where a row has several results, what they come to. */
  readonly rows: readonly ResultRow[];
}

/**
 * The log of one batch: numbered objects in the staging prefix. Each is written once and never changed, so of two that
 * append at the same moment one is refused.
 */
export interface BatchLog {
  /** False when another writer has this number. `rows` are JSON texts, in the order of `entry.settled`; several results of one row are lines of one text. */
  append(number: number, entry: LogEntry, rows: readonly string[]): Promise<boolean>;
  /** All entries from a number on. */
  readFrom(number: number): AsyncGenerator<ReadEntry>;
}

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
        body: `${[JSON.stringify({ entry }), ...rows].join('\n')}\n`,
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

/** Entries are written whole; an object that is none was put there by somebody else, and says nothing of the rows. */
export function parseEntry(text: string): Omit<ReadEntry, 'number'> {
  const [first = '', ...lines] = text.split('\n');
  const parsed = z.object({ entry: logEntrySchema }).safeParse(parseJson(first));
  if (!parsed.success) {
    logger.warn('An object in the place of a log entry is none');
    return { entry: { writer: '', at: '', claims: [], retries: [], settled: [] }, rows: [] };
  }
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ResultRow);
  return { entry: parsed.data.entry, rows: rowsAsCalled(rows) };
}
