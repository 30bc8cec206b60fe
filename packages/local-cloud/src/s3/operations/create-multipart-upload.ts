import { randomBytes } from 'node:crypto';
import type { CreateMultipartUploadOutput, CreateMultipartUploadRequest } from '@aws-sdk/client-s3';
import { attributesOf } from '../attributes.ts';
import type { ChecksumAlgorithm } from '../checksums/checksum.ts';
import { algorithmOf } from '../checksums/expected-digests.ts';
import { invalidRequest } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { toWrite } from '../permissions.ts';
import { bucketOf, keyOf } from '../request.ts';
import { wholeSeconds } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { Checksum } from '../storage/records.ts';
import { encryptionOf } from './put-object.ts';

/** Only CRCs can be of the whole object without reading it again; CRC64NVME is never anything else. */
const CHECKSUM_TYPES: Readonly<Record<ChecksumAlgorithm, readonly Checksum['type'][]>> = {
  CRC32: ['COMPOSITE', 'FULL_OBJECT'],
  CRC32C: ['COMPOSITE', 'FULL_OBJECT'],
  CRC64NVME: ['FULL_OBJECT'],
  SHA1: ['COMPOSITE'],
  SHA256: ['COMPOSITE'],
  SHA512: ['COMPOSITE'],
  MD5: ['COMPOSITE'],
};

export function createMultipartUpload(
  buckets: Buckets,
): S3Operation<CreateMultipartUploadRequest, CreateMultipartUploadOutput> {
  return {
    permissions: toWrite,
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const key = keyOf(input);
      const attributes = attributesOf({ ...input });
      const checksumAlgorithm = algorithmOf(input.ChecksumAlgorithm);
      const checksumType = checksumTypeOf(checksumAlgorithm, input.ChecksumType);
      const id = randomBytes(48).toString('base64url');
      bucket.startUpload({ id, key, initiated: wholeSeconds(), checksumAlgorithm, checksumType, ...attributes });
      return {
        Bucket: bucket.name,
        Key: key,
        UploadId: id,
        ...(checksumAlgorithm && { ChecksumAlgorithm: checksumAlgorithm, ChecksumType: checksumType }),
        ...encryptionOf(attributes.headers),
      };
    },
    wire: {
      root: 'InitiateMultipartUploadResult',
      toXml: ({ Bucket, Key, UploadId }) => ({ Bucket, Key, UploadId }),
      headers: ['ChecksumAlgorithm', 'ChecksumType', 'ServerSideEncryption', 'SSEKMSKeyId'],
    },
  };
}

function checksumTypeOf(algorithm: ChecksumAlgorithm | undefined, type: unknown): Checksum['type'] | undefined {
  if (!algorithm) {
    if (type === undefined) return undefined;
    throw invalidRequest('The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.');
  }
  const allowed = CHECKSUM_TYPES[algorithm];
  const found = type === undefined ? allowed[0] : allowed.find((each) => each === type);
  if (found) return found;
  throw invalidRequest(
    `The ${String(type)} checksum type cannot be used with the ${algorithm} checksum algorithm. Use ${allowed.join(' or ')}.`,
  );
}
