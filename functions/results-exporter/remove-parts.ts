import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';

/** Removes everything below a prefix, a page of a thousand keys at a time. */
export async function removeParts(s3: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key: Key ?? '' }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`s3://${bucket}/${Errors[0]?.Key} cannot be removed: ${Errors[0]?.Message}`);
  }
}
