import type { HeadBucketOutput, HeadBucketRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

export function headBucket(buckets: Buckets): S3Operation<HeadBucketRequest, HeadBucketOutput> {
  return {
    permissions: (input) => [onBucket('ListBucket', input)],
    async run(input) {
      return { BucketRegion: bucketOf(buckets, input).settings?.location || 'us-east-1' };
    },
  };
}
