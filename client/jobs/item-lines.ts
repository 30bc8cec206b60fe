import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { type DatasetRow, datasetRowSchema } from '../../contracts/dataset-row.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';

/** The items of a job as they were submitted, in order. */
export async function readItemRows(s3: S3Client, bucket: string, key: string): Promise<DatasetRow[]> {
  return (await linesOf(s3, bucket, key)).map((line) => datasetRowSchema.parse(JSON.parse(line)));
}

const indexSchema = z.object({ row_index: z.number() });

/** Only their places in the request. */
export async function readIndexes(s3: S3Client, bucket: string, key: string): Promise<number[]> {
  return (await linesOf(s3, bucket, key)).map((line) => indexSchema.parse(JSON.parse(line)).row_index);
}

async function linesOf(s3: S3Client, bucket: string, key: string): Promise<string[]> {
  const found = await findObject(s3, bucket, key);
  if (found) return (await found.transformToString()).split('\n').filter((line) => line !== '');
  const message = 'The items of this job are no longer kept: they expire after 30 days. Submit them again.';
  throw new RollcallError('JobNotFound', message);
}
