import type { PutBucketVersioningRequest } from '@aws-sdk/client-s3';
import { malformedXml, notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

/** The setting is kept and given back; old versions of objects are not kept. */
export function putBucketVersioning(buckets: Buckets): S3Operation<PutBucketVersioningRequest, object> {
  return {
    permissions: (input) => [onBucket('PutBucketVersioning', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const { Status, MFADelete } = input.VersioningConfiguration ?? {};
      if (MFADelete !== undefined && MFADelete !== 'Disabled') throw notImplemented('MFA delete');
      if (Status !== 'Enabled' && Status !== 'Suspended') {
        throw malformedXml(`Status is ${String(Status)}; it must be Enabled or Suspended`);
      }
      if (bucket.settings) bucket.settings = { ...bucket.settings, versioning: Status };
      return {};
    },
    wire: {
      requiresDigest: true,
      fromXml: ({ Status, MfaDelete }) => ({ VersioningConfiguration: { Status, MFADelete: MfaDelete } }),
    },
  };
}
