import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CallerEvent } from '../../contracts/caller.ts';
import { claimKey } from '../../contracts/storage-keys.ts';
import { rowKeyOf } from '../../core/row-identity.ts';
import { putIfAbsent } from './conditional-put.ts';

type RowOf = Pick<CallerEvent, 'run' | 'row'>;

/** An object written before each call, so that no call is ever made twice. */
export interface Claims {
  /** False when another invocation has claimed this call. */
  take(row: RowOf, call: number, writer: string): Promise<boolean>;
  /** When the call was claimed, if it was. */
  takenAt(row: RowOf, call: number): Promise<Date | undefined>;
}

export const createClaims = (s3: S3Client, bucket: string): Claims => ({
  take: ({ run, row }, call, writer) =>
    putIfAbsent(s3, {
      bucket,
      key: claimKey(rowKeyOf(run, row), call),
      body: writer,
      contentType: 'text/plain',
      writer,
    }),

  async takenAt({ run, row }, call) {
    try {
      const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: claimKey(rowKeyOf(run, row), call) }));
      return head.LastModified;
    } catch (error) {
      if ((error as Error).name === 'NotFound' || (error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  },
});
