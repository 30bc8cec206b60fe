import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CallerEvent } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { countedKey, stagedRowKey } from '../../contracts/storage-keys.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { rowKeyOf } from '../../core/row-identity.ts';
import { putIfAbsent } from './conditional-put.ts';

type RowOf = Pick<CallerEvent, 'run' | 'row'>;

/** Where settled rows lie until LoadResults: one object a row and attempt. */
export interface Staging {
  /** The row as it was settled, if it was. */
  find(row: RowOf): Promise<ResultRow | undefined>;
  /** Stages a row; false when another invocation was first. */
  settle(row: RowOf, result: ResultRow, writer: string): Promise<{ won: boolean; bytes: number }>;
  /** Notes that the row is in the run's counters, for whoever finds it staged. */
  markCounted(row: RowOf, writer: string): Promise<void>;
  isCounted(row: RowOf): Promise<boolean>;
}

export const createStaging = (s3: S3Client, bucket: string): Staging => ({
  async find({ run, row }) {
    try {
      const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: stagedRowKey(rowKeyOf(run, row)) }));
      // A damaged object is no row; the run's summary names it as missing.
      const found = parseJson((await object.Body?.transformToString()) ?? '');
      return isObject(found) ? (found as unknown as ResultRow) : undefined;
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  },

  async settle({ run, row }, result, writer) {
    const body = JSON.stringify(result);
    const key = stagedRowKey(rowKeyOf(run, row));
    const won = await putIfAbsent(s3, { bucket, key, body, contentType: 'application/json', writer });
    return { won, bytes: Buffer.byteLength(body) };
  },

  async markCounted({ run, row }, writer) {
    const key = countedKey(rowKeyOf(run, row));
    await putIfAbsent(s3, { bucket, key, body: writer, contentType: 'text/plain', writer });
  },

  async isCounted({ run, row }) {
    try {
      await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: countedKey(rowKeyOf(run, row)) }));
      return true;
    } catch (error) {
      if ((error as Error).name === 'NotFound' || (error as Error).name === 'NoSuchKey') return false;
      throw error;
    }
  },
});
