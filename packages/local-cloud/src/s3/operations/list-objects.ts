import type { ListObjectsOutput, ListObjectsRequest } from '@aws-sdk/client-s3';
import { listKeys, type Position } from '../list-keys.ts';
import { keyEncoder, listedObject } from '../listed-object.ts';
import type { S3Operation } from '../operation.ts';
import { toList } from '../permissions.ts';
import { bucketOf, integer, text } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import { MOST_KEYS } from './list-objects-v2.ts';

/** The first version of the listing: a marker instead of a token, and always with the owner. */
export function listObjects(buckets: Buckets): S3Operation<ListObjectsRequest, ListObjectsOutput> {
  return {
    permissions: toList,
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const delimiter = text(input.Delimiter, 'delimiter') || undefined;
      const marker = text(input.Marker, 'marker') ?? '';
      const most = Math.min(integer(input.MaxKeys, 'max-keys', MOST_KEYS), MOST_KEYS);
      const after = marker === '' ? undefined : afterMarker(marker, prefix, delimiter);
      const page = listKeys(bucket, { prefix, delimiter, after, most });
      const encode = keyEncoder(input.EncodingType);
      return {
        Name: bucket.name,
        Prefix: encode(prefix),
        Marker: encode(marker),
        ...(delimiter !== undefined && { Delimiter: encode(delimiter) }),
        ...(input.EncodingType !== undefined && { EncodingType: input.EncodingType }),
        MaxKeys: most,
        IsTruncated: page.next !== undefined,
        // "This element is returned only if you have the delimiter request parameter specified."
        ...(page.next && delimiter !== undefined && { NextMarker: encode(markerOf(page.next)) }),
        ...(page.objects.length > 0 && { Contents: page.objects.map((each) => listedObject(each, encode, true)) }),
        ...(page.commonPrefixes.length > 0 && {
          CommonPrefixes: page.commonPrefixes.map((each) => ({ Prefix: encode(each) })),
        }),
      };
    },
    wire: { root: 'ListBucketResult' },
  };
}

const markerOf = (position: Position): string => ('key' in position ? position.key : position.prefix);

/** A marker that is a common prefix stands for all the keys it rolls up. */
function afterMarker(marker: string, prefix: string, delimiter: string | undefined): Position {
  const isPrefix = delimiter !== undefined && marker.startsWith(prefix) && marker.endsWith(delimiter);
  return isPrefix ? { prefix: marker } : { key: marker };
}
