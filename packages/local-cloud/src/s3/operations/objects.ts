import type { Readable } from 'node:stream';
import type {
  _Error,
  DeleteObjectOutput,
  DeleteObjectRequest,
  DeleteObjectsOutput,
  DeleteObjectsRequest,
  GetObjectOutput,
  GetObjectRequest,
  HeadObjectOutput,
  HeadObjectRequest,
  ObjectIdentifier,
  PutObjectOutput,
  PutObjectRequest,
} from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { attributesOf } from '../attributes.ts';
import { Digester } from '../checksums/digester.ts';
import { expectedDigests } from '../checksums/expected-digests.ts';
import { entityTooLarge, invalidRequest, malformedXml, notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onObject, toRead, toWrite } from '../permissions.ts';
import { WireBody } from '../protocol/wire-body.ts';
import { childrenOf } from '../protocol/xml.ts';
import { parseRange, partRange, type Range } from '../range.ts';
import { checkReadConditions, checksumMembers, describeObject, findObject, openBody, quoted } from '../read-object.ts';
import { bodyOf, bucketOf, integer, keyOf } from '../request.ts';
import type { Bucket } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { ObjectRecord } from '../storage/records.ts';
import { writeBody } from '../storage/write-body.ts';

type Output = Omit<GetObjectOutput, 'Body'> & { readonly Body: Readable };

const ARCHIVED = ['GLACIER', 'DEEP_ARCHIVE'];
const MOST_PARTS = 10_000;

const OVERRIDES = {
  ResponseCacheControl: 'CacheControl',
  ResponseContentDisposition: 'ContentDisposition',
  ResponseContentEncoding: 'ContentEncoding',
  ResponseContentLanguage: 'ContentLanguage',
  ResponseContentType: 'ContentType',
  ResponseExpires: 'ExpiresString',
} as const;

export function getObject(buckets: Buckets): S3Operation<GetObjectRequest, Output> {
  return {
    permissions: (input) => toRead(buckets, input),
    async run(input) {
      const { bucket, record } = findObject(buckets, input);
      checkReadConditions(record, input);
      const storageClass = record.headers.StorageClass ?? '';
      if (ARCHIVED.includes(storageClass)) {
        throw new AwsError('InvalidObjectState', "The operation is not valid for the object's storage class", 403, {
          StorageClass: storageClass,
        });
      }
      return {
        ...describeRead(record, input),
        ...overrides(input),
        Body: openBody(bucket.pathOf(record), record, rangeOf(record, input) ?? all(record)),
      };
    },
    wire: { status: statusOfRead },
  };
}

type ReadInput = Pick<GetObjectRequest, 'Range' | 'PartNumber' | 'ChecksumMode'>;

/** All that HeadObject says too: attributes, and the length and place of the part that was asked for. */
export function describeRead(record: ObjectRecord, input: ReadInput) {
  const range = rangeOf(record, input);
  const { start, end } = range ?? all(record);
  return {
    ...describeObject(record, input.ChecksumMode === 'ENABLED' && end - start + 1 === record.size),
    ContentLength: end - start + 1,
    ...(range && { ContentRange: `bytes ${start}-${end}/${record.size}` }),
    ...(input.PartNumber !== undefined && record.parts && { PartsCount: record.parts.length }),
  } as Omit<GetObjectOutput, 'Body'>;
}

export const statusOfRead = (output: { readonly ContentRange?: string | undefined }): number =>
  output.ContentRange === undefined ? 200 : 206;

function rangeOf(record: ObjectRecord, { Range, PartNumber }: ReadInput): Range | undefined {
  if (PartNumber === undefined) return parseRange(Range, record.size);
  if (Range !== undefined) throw invalidRequest('Cannot specify both Range header and partNumber query parameter');
  return partRange(record, integer(PartNumber, 'partNumber', 1, 1, MOST_PARTS));
}

const all = (record: ObjectRecord): Range => ({ start: 0, end: record.size - 1 });

function overrides(input: GetObjectRequest): Record<string, string> {
  const replaced: Record<string, string> = {};
  for (const [parameter, member] of Object.entries(OVERRIDES)) {
    const value = input[parameter as keyof typeof OVERRIDES];
    if (value !== undefined) replaced[member] = value instanceof Date ? value.toUTCString() : value;
  }
  return replaced;
}

export function headObject(buckets: Buckets): S3Operation<HeadObjectRequest, HeadObjectOutput> {
  return {
    permissions: (input) => toRead(buckets, input),
    async run(input) {
      const { record } = findObject(buckets, input);
      checkReadConditions(record, input);
      return describeRead(record, input);
    },
    wire: { status: statusOfRead },
  };
}

/** "The largest object that can be uploaded in a single PUT is 5 GB." */
export const LARGEST_PUT = 5 * 1024 ** 3;

export function putObject(buckets: Buckets): S3Operation<PutObjectRequest, PutObjectOutput> {
  return {
    permissions: toWrite,
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const key = keyOf(input);
      const attributes = attributesOf({ ...input });
      const expected = expectedDigests({ ...input });
      const body = bodyOf(input.Body);
      if (body instanceof WireBody && body.length > LARGEST_PUT) throw entityTooLarge(body.length, LARGEST_PUT);
      const record = await bucket.put(key, input, async (path) => {
        const digester = new Digester(expected.algorithm);
        await writeBody({ path }, body, digester, LARGEST_PUT);
        const content = digester.digest();
        expected.verify(content);
        return { ...content, ...attributes };
      });
      return {
        ETag: quoted(record.etag),
        ...checksumMembers(record.checksum),
        ...encryptionOf(record.headers),
      };
    },
    wire: { streamsBody: true },
  };
}

/** What every write says about encryption. */
export function encryptionOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { ServerSideEncryption, SSEKMSKeyId } = headers;
  return { ...(ServerSideEncryption && { ServerSideEncryption }), ...(SSEKMSKeyId && { SSEKMSKeyId }) };
}

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
