import { S3 } from '@aws-sdk/client-s3';
import { afterAll } from 'vitest';
import type { CloudOptions } from '../../src/create-cloud.ts';
import { createS3Service, type S3Service } from '../../src/s3/service.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A cloud with S3 alone, an SDK client for it and one bucket, `things`; gone after the file's tests. */
export async function startS3(options: Partial<CloudOptions> = {}) {
  let service: S3Service | undefined;
  const cloud = await createTestCloud(async (context) => {
    service = await createS3Service(context);
    return [service];
  }, options);
  const s3 = new S3(cloud.settings);
  const { administrator, region } = cloud.context;
  const location = region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: region } };
  await cloud.context.call('s3', 'CreateBucket', { Bucket: 'things', ...location }, administrator);
  const close = async () => {
    s3.destroy();
    await cloud.close();
  };
  afterAll(async () => {
    s3.destroy();
    await cloud.remove();
  });
  return { cloud, s3, dataDir: cloud.dataDir, service: service as S3Service, close };
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
