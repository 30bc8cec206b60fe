import type { GetBucketLocationOutput, GetBucketLocationRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

/** A bucket of us-east-1 has no location. */
export function getBucketLocation(buckets: Buckets): S3Operation<GetBucketLocationRequest, GetBucketLocationOutput> {
  return {
    permissions: (input) => [onBucket('GetBucketLocation', input)],
    async run(input) {
      const location = bucketOf(buckets, input).settings?.location || undefined;
      return { LocationConstraint: location as GetBucketLocationOutput['LocationConstraint'] };
    },
    wire: { root: 'LocationConstraint', toXml: (output) => output.LocationConstraint },
  };
}
