import { randomBytes } from 'node:crypto';
import type {
  AbortMultipartUploadOutput,
  AbortMultipartUploadRequest,
  CreateMultipartUploadOutput,
  CreateMultipartUploadRequest,
  ListMultipartUploadsOutput,
  ListMultipartUploadsRequest,
  ListPartsOutput,
  ListPartsRequest,
  MultipartUpload,
  Part,
  UploadPartOutput,
  UploadPartRequest,
} from '@aws-sdk/client-s3';
import { attributesOf } from '../attributes.ts';
import { type ChecksumAlgorithm, memberOf } from '../checksums/checksum.ts';
import { Digester } from '../checksums/digester.ts';
import { algorithmOf, expectedDigests } from '../checksums/expected-digests.ts';
import { entityTooLarge, invalidRequest, notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { checkPartAlgorithm, partNumberOf } from '../part-rules.ts';
import { onBucket, onObject, toWrite } from '../permissions.ts';
import { WireBody } from '../protocol/wire-body.ts';
import { quoted } from '../read-object.ts';
import { bodyOf, bucketOf, integer, keyOf, OWNER, text, uploadOf } from '../request.ts';
import { type Upload, wholeSeconds } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { Checksum, PartRecord } from '../storage/records.ts';
import { compareKeys } from '../storage/sorted-keys.ts';
import { writeBody } from '../storage/write-body.ts';
import { keyEncoder } from './listings.ts';
import { encryptionOf, LARGEST_PUT } from './objects.ts';

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

export function uploadPart(buckets: Buckets): S3Operation<UploadPartRequest, UploadPartOutput> {
  return {
    permissions: (input) => [onObject('PutObject', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const upload = uploadOf(bucket, input);
      const number = partNumberOf(input);
      const expected = expectedDigests({ ...input }, upload.checksumAlgorithm);
      checkPartAlgorithm(upload, expected.algorithm);
      const body = bodyOf(input.Body);
      if (body instanceof WireBody && body.length > LARGEST_PUT) throw entityTooLarge(body.length, LARGEST_PUT);
      const bytes = body instanceof WireBody || Buffer.isBuffer(body) ? body.length : undefined;
      const part = await bucket.putPart(upload, number, bytes, async (place) => {
        const digester = new Digester(expected.algorithm);
        await writeBody(place, body, digester, LARGEST_PUT);
        const content = digester.digest();
        expected.verify(content);
        return content;
      });
      return {
        ETag: quoted(part.etag),
        ...(part.checksum && { [memberOf(part.checksum.algorithm)]: part.checksum.value }),
        ...encryptionOf(upload.headers),
      };
    },
    wire: { streamsBody: true },
  };
}

const MOST_PARTS = 1000;

export function listParts(buckets: Buckets): S3Operation<ListPartsRequest, ListPartsOutput> {
  return {
    permissions: (input) => [onObject('ListMultipartUploadParts', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const upload = uploadOf(bucket, input);
      const most = Math.min(integer(input.MaxParts, 'max-parts', MOST_PARTS), MOST_PARTS);
      const marker = integer(input.PartNumberMarker, 'part-number-marker', 0);
      const rest = [...upload.parts.values()]
        .filter(({ number }) => number > marker)
        .sort((a, b) => a.number - b.number);
      const page = rest.slice(0, most);
      return {
        Bucket: bucket.name,
        Key: upload.key,
        UploadId: upload.id,
        PartNumberMarker: String(marker),
        NextPartNumberMarker: String(page.at(-1)?.number ?? 0),
        MaxParts: most,
        IsTruncated: rest.length > page.length,
        Parts: page.map(listedPart),
        Initiator: OWNER,
        Owner: OWNER,
        StorageClass: (upload.headers.StorageClass ?? 'STANDARD') as ListPartsOutput['StorageClass'],
        ...(upload.checksumAlgorithm && {
          ChecksumAlgorithm: upload.checksumAlgorithm,
          ChecksumType: upload.checksumType,
        }),
      };
    },
    wire: { root: 'ListPartsResult', toXml: ({ Parts, ...others }) => ({ ...others, Part: Parts }) },
  };
}

function listedPart({ number, modified, etag, size, checksum }: PartRecord): Part {
  return {
    PartNumber: number,
    LastModified: new Date(modified),
    ETag: quoted(etag),
    Size: size,
    ...(checksum && { [memberOf(checksum.algorithm)]: checksum.value }),
  };
}

const MOST_UPLOADS = 1000;

/** Uploads under way, by key, those of one key by id. */
export function listMultipartUploads(
  buckets: Buckets,
): S3Operation<ListMultipartUploadsRequest, ListMultipartUploadsOutput> {
  return {
    permissions: (input) => [onBucket('ListBucketMultipartUploads', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      if (input.Delimiter) throw notImplemented('ListMultipartUploads with a delimiter');
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const most = Math.min(integer(input.MaxUploads, 'max-uploads', MOST_UPLOADS, 1), MOST_UPLOADS);
      const keyMarker = text(input.KeyMarker, 'key-marker') ?? '';
      const idMarker = text(input.UploadIdMarker, 'upload-id-marker') ?? '';
      const isBehind = ({ key, id }: Upload) =>
        compareKeys(key, keyMarker) > 0 || (key === keyMarker && idMarker !== '' && id > idMarker);
      const rest = [...bucket.uploads.values()]
        .filter((upload) => upload.key.startsWith(prefix) && isBehind(upload))
        .sort((a, b) => compareKeys(a.key, b.key) || (a.id < b.id ? -1 : 1));
      const page = rest.slice(0, most);
      const last = rest.length > most ? page.at(-1) : undefined;
      const encode = keyEncoder(input.EncodingType);
      return {
        Bucket: bucket.name,
        KeyMarker: encode(keyMarker),
        UploadIdMarker: idMarker,
        ...(last && { NextKeyMarker: encode(last.key), NextUploadIdMarker: last.id }),
        Prefix: encode(prefix),
        ...(input.EncodingType !== undefined && { EncodingType: input.EncodingType }),
        MaxUploads: most,
        IsTruncated: last !== undefined,
        Uploads: page.map((upload) => listedUpload(upload, encode)),
      };
    },
    wire: { root: 'ListMultipartUploadsResult', toXml: ({ Uploads, ...others }) => ({ ...others, Upload: Uploads }) },
  };
}

function listedUpload(upload: Upload, encode: (key: string) => string): MultipartUpload {
  return {
    Key: encode(upload.key),
    UploadId: upload.id,
    Initiated: new Date(upload.initiated),
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: (upload.headers.StorageClass ?? 'STANDARD') as MultipartUpload['StorageClass'],
    ...(upload.checksumAlgorithm && { ChecksumAlgorithm: upload.checksumAlgorithm, ChecksumType: upload.checksumType }),
  };
}

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
