import type { DeleteBucketRequest } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

export function deleteBucket(buckets: Buckets): S3Operation<DeleteBucketRequest, object> {
  return {
    permissions: (input) => [onBucket('DeleteBucket', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      if (bucket.size > 0) {
        throw new AwsError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409, {
          BucketName: bucket.name,
        });
      }
      buckets.delete(bucket);
      return {};
    },
    wire: { status: () => 204 },
  };
}
