import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type Batch, batchSchema } from '../../contracts/batch.ts';

/** The batches of a pass, as SplitRows has listed them; none of a pass that was stopped before. */
export async function* readBatches(s3: S3Client, bucket: string, key: string): AsyncGenerator<Batch> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(ifNotThere);
  if (!Body) return;
  for await (const line of createInterface({ input: Body as Readable })) {
    if (line !== '') yield batchSchema.parse(JSON.parse(line));
  }
}

function ifNotThere(error: Error): { readonly Body?: undefined } {
  if (error.name === 'NoSuchKey') return {};
  throw error;
}
