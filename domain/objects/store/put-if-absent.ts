import { setTimeout as sleep } from 'node:timers/promises';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

interface NewObject {
  readonly bucket: string;
  readonly key: string;
  readonly body: string;
  readonly contentType: string;
  /** Names the writer, so that it knows its own object when a put that succeeded was sent again. */
  readonly writer: string;
}

/** Writes an object unless there is one already. Exactly one of any number of writers gets `true`. */
export async function putIfAbsent(s3: S3Client, object: NewObject): Promise<boolean> {
  const put = new PutObjectCommand({
    Bucket: object.bucket,
    Key: object.key,
    Body: object.body,
    ContentType: object.contentType,
    Metadata: { writer: object.writer },
    IfNoneMatch: '*',
  });
  for (let attempt = 1; ; attempt++) {
    try {
      await s3.send(put);
      return true;
    } catch (error) {
      const { name } = error as Error;
      if (name === 'PreconditionFailed') return isOwn(s3, object);
      // S3 answers 409 while another conditional write of the key is under way.
      if (name !== 'ConditionalRequestConflict' || attempt === 5) throw error;
      await sleep(50 * attempt);
    }
  }
}

async function isOwn(s3: S3Client, { bucket, key, writer }: NewObject): Promise<boolean> {
  const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  return head.Metadata?.writer === writer;
}
