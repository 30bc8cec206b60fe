import type { GetBucketVersioningOutput, GetBucketVersioningRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

export function getBucketVersioning(
  buckets: Buckets,
): S3Operation<GetBucketVersioningRequest, GetBucketVersioningOutput> {
  return {
    permissions: (input) => [onBucket('GetBucketVersioning', input)],
    async run(input) {
      return { Status: bucketOf(buckets, input).settings?.versioning };
    },
    wire: { root: 'VersioningConfiguration' },
  };
}
