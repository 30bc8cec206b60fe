import type { _Error, DeleteObjectsOutput, DeleteObjectsRequest, ObjectIdentifier } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { malformedXml } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { childrenOf } from '../protocol/xml.ts';
import { bucketOf, keyOf } from '../request.ts';
import type { Bucket } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';

const MOST_KEYS = 1000;

type Authorize = CloudContext['authorize'];

/** Up to a thousand keys, each with an answer of its own: one that may not be deleted does not keep the others. */
export function deleteObjects(
  buckets: Buckets,
  authorize: Authorize,
): S3Operation<DeleteObjectsRequest, DeleteObjectsOutput> {
  return {
    permissions: () => [],
    async run(input, { caller }) {
      const bucket = bucketOf(buckets, input);
      const objects = input.Delete?.Objects;
      if (!Array.isArray(objects) || objects.length === 0 || objects.length > MOST_KEYS) {
        throw malformedXml(`a request deletes between 1 and ${MOST_KEYS} objects`);
      }
      const deleted: { Key: string }[] = [];
      const errors: _Error[] = [];
      for (const object of objects as ObjectIdentifier[]) {
        const error = failureOf(() => {
          authorize(caller, [onObject('DeleteObject', { Bucket: bucket.name, Key: object?.Key })]);
          deleteOne(bucket, object);
        });
        if (error) errors.push({ Key: object?.Key, ...error });
        else deleted.push({ Key: String(object.Key) });
      }
      return { Deleted: input.Delete?.Quiet ? [] : deleted, Errors: errors };
    },
    wire: {
      requiresDigest: true,
      fromXml: (root) => ({
        Delete: {
          Quiet: root.Quiet === 'true',
          Objects: childrenOf(root, 'Object').map(({ Key, VersionId, ETag }) => ({ Key, VersionId, ETag })),
        },
      }),
      root: 'DeleteResult',
      toXml: ({ Deleted, Errors }) => ({ Deleted, Error: Errors }),
    },
  };
}

function deleteOne(bucket: Bucket, { Key, VersionId, ETag }: ObjectIdentifier): void {
  if (VersionId !== undefined && VersionId !== 'null') {
    throw new AwsError('NoSuchVersion', 'The version ID specified in the request does not match an existing version.');
  }
  bucket.delete(keyOf({ Key }), { IfMatch: ETag });
}

function failureOf(act: () => void): _Error | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { Code: error.code, Message: error.message };
  }
}
