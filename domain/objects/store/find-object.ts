import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';

/** What an object holds; undefined when there is no such object. */
export async function findObject(
  s3: S3Client,
  bucket: string,
  key: string,
): Promise<GetObjectCommandOutput['Body'] | undefined> {
  try {
    return (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body;
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}
