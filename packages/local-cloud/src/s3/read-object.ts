import { createReadStream, openSync, readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsError } from '../aws-error.ts';
import { memberOf } from './checksums/checksum.ts';
import { noSuchKey, preconditionFailed } from './errors.ts';
import type { Range } from './range.ts';
import { bucketOf, keyOf, time } from './request.ts';
import type { Bucket } from './storage/bucket.ts';
import type { Buckets } from './storage/buckets.ts';
import { matches } from './storage/conditions.ts';
import type { Checksum, ObjectRecord } from './storage/records.ts';

/** Objects up to this size are read in one go, without the thread pool. */
const SMALL = 64 * 1024;
const BLOCK = 512 * 1024;

interface ObjectInput {
  readonly Bucket?: unknown;
  readonly Key?: unknown;
  readonly VersionId?: unknown;
  readonly ExpectedBucketOwner?: unknown;
}

/** The bucket and the object a read names. Versions are not kept: every object is its own version `null`. */
export function findObject(buckets: Buckets, input: ObjectInput): { bucket: Bucket; record: ObjectRecord } {
  const bucket = bucketOf(buckets, input);
  const key = keyOf(input);
  const record = bucket.get(key);
  if (input.VersionId !== undefined && input.VersionId !== 'null') {
    throw new AwsError('NoSuchVersion', 'The specified version does not exist.', 404, {
      Key: key,
      VersionId: String(input.VersionId),
    });
  }
  if (!record) throw noSuchKey(key);
  return { bucket, record };
}

interface ReadConditions {
  readonly IfMatch?: unknown;
  readonly IfNoneMatch?: unknown;
  readonly IfModifiedSince?: unknown;
  readonly IfUnmodifiedSince?: unknown;
}

/** The first condition that does not hold: `If-Match` counts more than the time, `If-None-Match` too. */
export function failedCondition(record: ObjectRecord, conditions: ReadConditions): keyof ReadConditions | undefined {
  const { IfMatch, IfNoneMatch } = conditions;
  const unmodifiedSince = time(conditions.IfUnmodifiedSince);
  const modifiedSince = time(conditions.IfModifiedSince);
  if (IfMatch !== undefined) {
    if (!matches(String(IfMatch), record.etag)) return 'IfMatch';
  } else if (unmodifiedSince !== undefined && record.modified > unmodifiedSince) {
    return 'IfUnmodifiedSince';
  }
  if (IfNoneMatch !== undefined) {
    if (matches(String(IfNoneMatch), record.etag)) return 'IfNoneMatch';
  } else if (modifiedSince !== undefined && record.modified <= modifiedSince) {
    return 'IfModifiedSince';
  }
  return undefined;
}

export function checkReadConditions(record: ObjectRecord, conditions: ReadConditions): void {
  const failed = failedCondition(record, conditions);
  if (failed === 'IfNoneMatch' || failed === 'IfModifiedSince') {
    throw new AwsError('NotModified', 'Not Modified', 304, {
      ETag: quoted(record.etag),
      LastModified: new Date(record.modified),
    });
  }
  if (failed) throw preconditionFailed(failed === 'IfMatch' ? 'If-Match' : 'If-Unmodified-Since');
}

export const quoted = (etag: string): string => `"${etag}"`;

/** `{ ChecksumCRC32: '…', ChecksumType: 'FULL_OBJECT' }` */
export function checksumMembers(checksum: Checksum | undefined): Record<string, string> {
  return checksum ? { [memberOf(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type } : {};
}

/** What GetObject and HeadObject say of an object. */
export function describeObject(record: ObjectRecord, withChecksum: boolean) {
  const { StorageClass, ...headers } = record.headers;
  return {
    AcceptRanges: 'bytes',
    LastModified: new Date(record.modified),
    ETag: quoted(record.etag),
    ...headers,
    ...(StorageClass !== undefined && StorageClass !== 'STANDARD' && { StorageClass }),
    Metadata: record.metadata ?? {},
    ...(withChecksum && checksumMembers(record.checksum)),
  };
}

/** Opens an object's bytes at once, so that an object replaced the moment after is still read whole. */
export function openBody(path: string, { key, size }: ObjectRecord, { start, end }: Range): Readable {
  const found = statSync(path, { throwIfNoEntry: false })?.size;
  if (found !== size) {
    const damage = found === undefined ? 'missing' : `damaged: it has ${found} bytes and should have ${size}`;
    throw new AwsError(
      'InternalError',
      `The file of object ${key} is ${damage} (${path}). Put back a copy of the file, or write or delete the object.`,
      500,
    );
  }
  if (size <= SMALL) return whole(readFileSync(path).subarray(start, end + 1));
  return createReadStream(path, { fd: openSync(path, 'r'), start, end, highWaterMark: BLOCK });
}

const WHOLE = new WeakMap<Readable, Buffer>();

function whole(bytes: Buffer): Readable {
  const body = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
  WHOLE.set(body, bytes);
  return body;
}

/** All the bytes of a body that is in memory already. */
export const wholeBody = (body: Readable): Buffer | undefined => WHOLE.get(body);
