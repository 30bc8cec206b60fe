import type { ListPartsOutput, ListPartsRequest, Part } from '@aws-sdk/client-s3';
import { memberOf } from '../checksums/checksum.ts';
import type { S3Operation } from '../operation.ts';
import { OWNER } from '../owner.ts';
import { onObject } from '../permissions.ts';
import { quoted } from '../read-object.ts';
import { bucketOf, integer, uploadOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { PartRecord } from '../storage/records.ts';

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
