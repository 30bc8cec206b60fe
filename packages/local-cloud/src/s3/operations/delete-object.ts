import type { DeleteObjectOutput, DeleteObjectRequest } from '@aws-sdk/client-s3';
import { notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { bucketOf, keyOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

/** Deleting what is not there succeeds, unless If-Match says that it must be. */
export function deleteObject(buckets: Buckets): S3Operation<DeleteObjectRequest, DeleteObjectOutput> {
  return {
    permissions: (input) => [
      onObject(input.VersionId === undefined ? 'DeleteObject' : 'DeleteObjectVersion', input),
      ...(input.IfMatch === undefined ? [] : [onObject('GetObject', input)]),
    ],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const key = keyOf(input);
      if (input.VersionId !== undefined && input.VersionId !== 'null') throw notImplemented('Deleting one version');
      bucket.delete(key, { IfMatch: input.IfMatch });
      return {};
    },
    wire: { status: () => 204 },
  };
}
