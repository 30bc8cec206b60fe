import type { UploadPartCopyOutput, UploadPartCopyRequest } from '@aws-sdk/client-s3';
import { memberOf } from '../checksums/checksum.ts';
import { Digester } from '../checksums/digester.ts';
import { findCopySource, toReadSource } from '../copy-source.ts';
import { invalidArgument, invalidRequest } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { partNumberOf } from '../part-rules.ts';
import { onObject } from '../permissions.ts';
import type { Range } from '../range.ts';
import { openBody, quoted } from '../read-object.ts';
import { bucketOf, uploadOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import { writeBody } from '../storage/write-body.ts';
import { encryptionOf, LARGEST_PUT } from './put-object.ts';

export function uploadPartCopy(buckets: Buckets): S3Operation<UploadPartCopyRequest, UploadPartCopyOutput> {
  return {
    permissions: (input) => [...toReadSource(buckets, input), onObject('PutObject', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const upload = uploadOf(bucket, input);
      const number = partNumberOf(input);
      const source = findCopySource(buckets, input);
      const range = copyRange(input.CopySourceRange, source.record.size);
      const bytes = range.end - range.start + 1;
      if (bytes > LARGEST_PUT) {
        throw invalidRequest(`The specified range is larger than the largest part, ${LARGEST_PUT} bytes.`);
      }
      const body = openBody(source.bucket.pathOf(source.record), source.record, range);
      const part = await bucket.putPart(upload, number, bytes, async (place) => {
        const digester = new Digester(upload.checksumAlgorithm ?? 'CRC64NVME');
        await writeBody(place, body, digester, LARGEST_PUT);
        return digester.digest();
      });
      return {
        CopyPartResult: {
          ETag: quoted(part.etag),
          LastModified: new Date(part.modified),
          ...(part.checksum && { [memberOf(part.checksum.algorithm)]: part.checksum.value }),
        },
        ...encryptionOf(upload.headers),
      };
    },
    wire: {
      root: 'CopyPartResult',
      toXml: (output) => output.CopyPartResult,
      headers: ['ServerSideEncryption', 'SSEKMSKeyId'],
    },
  };
}

/** "bytes=first-last", both given and both within the source; without it, all of the source. */
function copyRange(header: unknown, size: number): Range {
  if (header === undefined) return { start: 0, end: size - 1 };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(header)) ?? [];
  const range = { start: Number(first), end: Number(last) };
  if (first === undefined || range.start > range.end) {
    throw invalidArgument(
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
      'x-amz-copy-source-range',
      header,
    );
  }
  if (range.end < size) return range;
  throw invalidArgument(
    `Range specified is not valid for source object of size: ${size}`,
    'x-amz-copy-source-range',
    header,
  );
}
