import type { _Object } from '@aws-sdk/client-s3';
import { invalidArgument } from './errors.ts';
import { OWNER } from './owner.ts';
import { quoted } from './read-object.ts';
import type { ObjectRecord } from './storage/records.ts';

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
