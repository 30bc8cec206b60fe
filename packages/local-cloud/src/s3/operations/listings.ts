import type { _Object, ListObjectsV2Output, ListObjectsV2Request } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import { invalidArgument } from '../errors.ts';
import { listKeys, type Position } from '../list-keys.ts';
import type { S3Operation } from '../operation.ts';
import { toList } from '../permissions.ts';
import { quoted } from '../read-object.ts';
import { bucketOf, integer, OWNER, text } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { ObjectRecord } from '../storage/records.ts';

export const MOST_KEYS = 1000;

export function listObjectsV2(buckets: Buckets): S3Operation<ListObjectsV2Request, ListObjectsV2Output> {
  return {
    permissions: toList,
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const delimiter = text(input.Delimiter, 'delimiter') || undefined;
      const startAfter = text(input.StartAfter, 'start-after');
      const token = text(input.ContinuationToken, 'continuation-token');
      const most = Math.min(integer(input.MaxKeys, 'max-keys', MOST_KEYS), MOST_KEYS);
      const after = token !== undefined ? readToken(token) : startAfter ? { key: startAfter } : undefined;
      const page = listKeys(bucket, { prefix, delimiter, after, most });
      const encode = keyEncoder(input.EncodingType);
      const withOwner = String(input.FetchOwner) === 'true';
      return {
        Name: bucket.name,
        Prefix: encode(prefix),
        ...(delimiter !== undefined && { Delimiter: encode(delimiter) }),
        ...(startAfter !== undefined && { StartAfter: encode(startAfter) }),
        ...(input.EncodingType !== undefined && { EncodingType: input.EncodingType }),
        MaxKeys: most,
        KeyCount: page.objects.length + page.commonPrefixes.length,
        IsTruncated: page.next !== undefined,
        ...(token !== undefined && { ContinuationToken: token }),
        ...(page.next && { NextContinuationToken: writeToken(page.next) }),
        ...(page.objects.length > 0 && { Contents: page.objects.map((each) => listedObject(each, encode, withOwner)) }),
        ...(page.commonPrefixes.length > 0 && {
          CommonPrefixes: page.commonPrefixes.map((each) => ({ Prefix: encode(each) })),
        }),
      };
    },
    wire: { root: 'ListBucketResult' },
  };
}

const writeToken = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

function readToken(token: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const { key, prefix } = position as { key?: unknown; prefix?: unknown };
    if (typeof key === 'string') return { key };
    if (typeof prefix === 'string') return { prefix };
  } catch {}
  throw new AwsError('InvalidArgument', 'The continuation token provided is incorrect', 400, {
    ArgumentName: 'continuation-token',
  });
}

/** With `encoding-type=url` keys travel percent-encoded, for XML cannot hold every character. */
export function keyEncoder(encodingType: unknown): (key: string) => string {
  if (encodingType === undefined) return (key) => key;
  if (encodingType === 'url') return (key) => encodeURIComponent(key).replaceAll('%2F', '/');
  throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encodingType);
}

/** An object as the listings have it. */
export function listedObject(record: ObjectRecord, encode: (key: string) => string, withOwner: boolean): _Object {
  const { checksum } = record;
  return {
    Key: encode(record.key),
    LastModified: new Date(record.modified),
    ETag: quoted(record.etag),
    ...(checksum && { ChecksumAlgorithm: [checksum.algorithm], ChecksumType: checksum.type }),
    Size: record.size,
    ...(withOwner && { Owner: OWNER }),
    StorageClass: (record.headers.StorageClass ?? 'STANDARD') as _Object['StorageClass'],
  };
}
