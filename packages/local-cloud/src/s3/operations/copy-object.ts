import { copyFileSync, createReadStream, linkSync } from 'node:fs';
import type { CopyObjectOutput, CopyObjectRequest } from '@aws-sdk/client-s3';
import { attributesOf } from '../attributes.ts';
import type { ChecksumAlgorithm } from '../checksums/checksum.ts';
import { Digester } from '../checksums/digester.ts';
import { algorithmOf } from '../checksums/expected-digests.ts';
import { findCopySource, toReadSource } from '../copy-source.ts';
import { invalidArgument, invalidRequest } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { toWrite } from '../permissions.ts';
import { checksumMembers, quoted } from '../read-object.ts';
import { bucketOf, keyOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { Content, ObjectAttributes, ObjectRecord } from '../storage/records.ts';
import { encryptionOf, LARGEST_PUT } from './objects.ts';

export function copyObject(buckets: Buckets): S3Operation<CopyObjectRequest, CopyObjectOutput> {
  return {
    permissions: (input) => [...toReadSource(buckets, input), ...toWrite(input)],
    async run(input) {
      const target = bucketOf(buckets, input);
      const key = keyOf(input);
      const { bucket, record: source } = findCopySource(buckets, input);
      if (source.size > LARGEST_PUT) {
        throw invalidRequest(
          `The specified copy source is larger than the maximum allowable size for a copy source: ${LARGEST_PUT}`,
        );
      }
      const attributes = copiedAttributes(source, input);
      if (bucket === target && source.key === key && changesNothing(input)) {
        throw invalidRequest(
          "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
        );
      }
      const algorithm = algorithmOf(input.ChecksumAlgorithm);
      const sourcePath = bucket.pathOf(source);
      const copy = await target.put(key, input, async (path) => {
        linkOrCopy(sourcePath, path);
        return { ...(await contentOf(source, path, algorithm)), ...attributes };
      });
      return {
        CopyObjectResult: {
          ETag: quoted(copy.etag),
          LastModified: new Date(copy.modified),
          ...checksumMembers(copy.checksum),
        },
        ...encryptionOf(copy.headers),
      };
    },
    wire: {
      root: 'CopyObjectResult',
      toXml: (output) => output.CopyObjectResult,
      headers: ['ServerSideEncryption', 'SSEKMSKeyId'],
    },
  };
}

/** An object's file never changes, so a second name for it is as good as a copy. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** A copy is one piece with a checksum of the whole, even if its source came in parts. */
async function contentOf(
  source: ObjectRecord,
  path: string,
  algorithm: ChecksumAlgorithm | undefined,
): Promise<Content> {
  const { size, etag, checksum } = source;
  if (!source.parts && checksum && (algorithm ?? checksum.algorithm) === checksum.algorithm) {
    return { size, etag, checksum };
  }
  const digester = new Digester(algorithm ?? checksum?.algorithm ?? 'CRC64NVME');
  for await (const chunk of createReadStream(path)) digester.update(chunk);
  return digester.digest();
}

/** What a copy never takes from its source. */
const NEVER_COPIED = ['StorageClass', 'ServerSideEncryption', 'SSEKMSKeyId', 'WebsiteRedirectLocation'];

function copiedAttributes(source: ObjectRecord, input: CopyObjectRequest): ObjectAttributes {
  const given = attributesOf({ ...input });
  const replaces = isReplacing(input.MetadataDirective);
  const metadata = replaces ? given.metadata : source.metadata;
  return {
    headers: replaces ? given.headers : copiedHeaders(source.headers, given.headers),
    ...(metadata && { metadata }),
  };
}

type Headers = ObjectAttributes['headers'];

function copiedHeaders(source: Headers, given: Headers): Headers {
  const copied = Object.entries(source).filter(([name]) => !NEVER_COPIED.includes(name));
  const chosen = Object.entries(given).filter(([name]) => NEVER_COPIED.includes(name));
  return Object.fromEntries([...copied, ...chosen]);
}

/** Whether the directive is REPLACE. */
function isReplacing(value: unknown): boolean {
  if (value !== undefined && value !== 'COPY' && value !== 'REPLACE') {
    throw invalidArgument(
      `Unknown metadata directive: ${String(value)}. Use COPY or REPLACE.`,
      'MetadataDirective',
      value,
    );
  }
  return value === 'REPLACE';
}

/** An object may be copied to itself only to change something about it. */
function changesNothing(input: CopyObjectRequest): boolean {
  const { MetadataDirective, StorageClass, ServerSideEncryption, ChecksumAlgorithm } = input;
  return (
    MetadataDirective !== 'REPLACE' &&
    !StorageClass &&
    !ServerSideEncryption &&
    !ChecksumAlgorithm &&
    !input.WebsiteRedirectLocation
  );
}
