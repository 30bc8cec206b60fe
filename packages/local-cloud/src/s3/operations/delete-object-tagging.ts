import type { DeleteObjectTaggingOutput, DeleteObjectTaggingRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { findObject } from '../read-object.ts';
import type { Buckets } from '../storage/buckets.ts';

export function deleteObjectTagging(
  buckets: Buckets,
): S3Operation<DeleteObjectTaggingRequest, DeleteObjectTaggingOutput> {
  return {
    permissions: (input) => [onObject('DeleteObjectTagging', input)],
    async run(input) {
      const { bucket, record } = findObject(buckets, input);
      const { tags: _, ...untagged } = record;
      bucket.replace(untagged);
      return {};
    },
    wire: { status: () => 204 },
  };
}
