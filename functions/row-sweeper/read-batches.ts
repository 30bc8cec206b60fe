import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type Batch, batchSchema } from '../../contracts/batch.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';

/** The batches of a pass, as SplitRows has listed them; none of a pass that was stopped before. */
export async function* readBatches(s3: S3Client, bucket: string, key: string): AsyncGenerator<Batch> {
  const found = await findObject(s3, bucket, key);
  if (!found) return;
  for await (const line of createInterface({ input: found as Readable })) {
    if (line !== '') yield batchSchema.parse(JSON.parse(line));
  }
}
