import type { AbortMultipartUploadOutput, AbortMultipartUploadRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { bucketOf, uploadOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

export function abortMultipartUpload(
  buckets: Buckets,
): S3Operation<AbortMultipartUploadRequest, AbortMultipartUploadOutput> {
  return {
    permissions: (input) => [onObject('AbortMultipartUpload', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      bucket.endUpload(uploadOf(bucket, input).id);
      return {};
    },
    wire: { status: () => 204 },
  };
}
