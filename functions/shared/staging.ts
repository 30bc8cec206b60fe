import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CallerEvent } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { stagedRowKey } from '../../contracts/storage-keys.ts';
import { rowKeyOf } from '../../core/row-identity.ts';
import { putIfAbsent } from './conditional-put.ts';

type RowOf = Pick<CallerEvent, 'run' | 'row'>;

/** Where settled rows lie until LoadResults: one object a row and attempt. */
export interface Staging {
  /** The row as it was settled, if it was. */
  find(row: RowOf): Promise<ResultRow | undefined>;
  /** Stages a row; false when another invocation was first. */
  settle(row: RowOf, result: ResultRow, writer: string): Promise<{ won: boolean; bytes: number }>;
}

export const createStaging = (s3: S3Client, bucket: string): Staging => ({
  async find({ run, row }) {
    try {
      const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: stagedRowKey(rowKeyOf(run, row)) }));
      return JSON.parse((await object.Body?.transformToString()) ?? '') as ResultRow;
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
});
