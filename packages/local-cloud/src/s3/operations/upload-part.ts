import type { UploadPartOutput, UploadPartRequest } from '@aws-sdk/client-s3';
import { memberOf } from '../checksums/checksum.ts';
import { Digester } from '../checksums/digester.ts';
import { expectedDigests } from '../checksums/expected-digests.ts';
import { entityTooLarge } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { checkPartAlgorithm, partNumberOf } from '../part-rules.ts';
import { onObject } from '../permissions.ts';
import { WireBody } from '../protocol/wire-body.ts';
import { quoted } from '../read-object.ts';
import { bodyOf, bucketOf, uploadOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import { writeBody } from '../storage/write-body.ts';
import { encryptionOf, LARGEST_PUT } from './put-object.ts';

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
