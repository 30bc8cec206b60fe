import type { PutObjectOutput, PutObjectRequest } from '@aws-sdk/client-s3';
import { attributesOf } from '../attributes.ts';
import { Digester } from '../checksums/digester.ts';
import { expectedDigests } from '../checksums/expected-digests.ts';
import { entityTooLarge } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { toWrite } from '../permissions.ts';
import { WireBody } from '../protocol/wire-body.ts';
import { checksumMembers, quoted } from '../read-object.ts';
import { bodyOf, bucketOf, keyOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import { writeBody } from '../storage/write-body.ts';

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
