import type { Readable } from 'node:stream';
import type { GetObjectOutput, GetObjectRequest } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import { invalidRequest } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { toRead } from '../permissions.ts';
import { parseRange, partRange, type Range } from '../range.ts';
import { checkReadConditions, describeObject, findObject, openBody } from '../read-object.ts';
import { integer } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { ObjectRecord } from '../storage/records.ts';

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
