import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll } from 'vitest';
import { type CloudOptions, createCloud } from '../../src/create-cloud.ts';
import { createS3Service, type S3Service } from '../../src/s3/service.ts';

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A cloud with S3 alone, an SDK client for it and one bucket, `things`; gone after the file's tests. */
export async function startS3(options: Partial<CloudOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'local-cloud-s3-')));
  let service: S3Service | undefined;
  const cloud = await createCloud({
    port: 0,
    authorize: () => {},
    ...options,
    dataDir,
    services: async (context) => {
      service = await createS3Service(context);
      return [service];
    },
  });
  const s3 = new S3({ endpoint: cloud.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  const { administrator, region } = cloud.context;
  const location = region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: region } };
  await cloud.context.call('s3', 'CreateBucket', { Bucket: 'things', ...location }, administrator);
  const close = async () => {
    s3.destroy();
    await cloud.close();
  };
  afterAll(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { cloud, s3, dataDir, service: service as S3Service, close };
}

/** What a call fails with: the name and status the SDK shows. */
export async function failureOf(call: Promise<unknown>): Promise<{ name: string; status: number; message: string }> {
  try {
    await call;
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { name, status: $metadata?.httpStatusCode ?? 0, message };
  }
  throw new Error('The call succeeded, and should not have.');
}
