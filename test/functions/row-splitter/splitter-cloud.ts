import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createCloud, createS3Service } from 'local-cloud/services';
import { type Batch, batchSchema } from '../../../contracts/batch.ts';
import { unloadedDatasetPrefix } from '../../../contracts/storage-keys.ts';

export const bucket = 'data';

/** Rows as UNLOAD writes them, one a line. */
export const line = (rowIndex: number, input = '', sampleId = `row-${rowIndex}`): string =>
  JSON.stringify({
    sample_id: sampleId,
    row_index: rowIndex,
    input,
    expected: null,
    metadata: '{}',
    previous_attempts: 0,
  });

/** An S3 of its own, with the parts of runs to split and what became of them. */
export async function createSplitterCloud() {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-row-splitter-'));
  const services = async (context: Parameters<typeof createS3Service>[0]) => [await createS3Service(context)];
  const cloud = await createCloud({ dataDir, port: 0, authorize: () => {}, services });
  const client = () =>
    new S3Client({
      endpoint: cloud.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  const s3 = client();
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));

  const read = async (Key: string, Range?: string): Promise<Buffer> => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };

  return {
    s3,
    client,
    read,
    /** Puts the lines of each part where ReadDataset would; parts in the order of their names. */
    async unload(evaluationId: string, parts: readonly (readonly string[])[]): Promise<string> {
      const prefix = unloadedDatasetPrefix(evaluationId, '1');
      for (const [index, lines] of parts.entries()) {
        const Body = gzipSync(lines.map((each) => `${each}\n`).join(''), { level: 1 });
        await s3.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${index}.gz`, Body }));
      }
      return prefix;
    },
    async batches(manifestKey: string): Promise<Batch[]> {
      const text = (await read(manifestKey)).toString();
      const lines = text.split('\n');
      if (lines.pop() !== '') throw new Error('The manifest does not end with a line break.');
      return lines.map((each) => batchSchema.strict().parse(JSON.parse(each)));
    },
    /** The lines of a batch, by nothing but its range. */
    async linesOf({ key, from, to }: Batch): Promise<string[]> {
      const lines = (await read(key, `bytes=${from}-${to - 1}`)).toString().split('\n');
      if (lines.pop() !== '') throw new Error('The batch does not end with a line break.');
      return lines;
    },
    /** What lies below a prefix: keys and ETags, which are hashes of the bytes. */
    async objects(prefix: string): Promise<Record<string, { etag?: string; size?: number }>> {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
      return Object.fromEntries(Contents.map(({ Key, ETag, Size }) => [Key, { etag: ETag, size: Size }]));
    },
    uploads: async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [],
    async close() {
      await cloud.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type SplitterCloud = Awaited<ReturnType<typeof createSplitterCloud>>;
