import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { CompletedPart, CompleteMultipartUploadOutput, CompleteMultipartUploadRequest } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import { OWNER_FILE } from '../../store/owner-only.ts';
import { type ChecksumAlgorithm, createChecksum, memberOf } from '../checksums/checksum.ts';
import { combineCrcs } from '../checksums/combine-crcs.ts';
import { badChecksum, sentChecksum } from '../checksums/expected-digests.ts';
import { invalidRequest, malformedXml } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { MOST_PARTS } from '../part-rules.ts';
import { toWrite } from '../permissions.ts';
import { childrenOf } from '../protocol/xml.ts';
import { checksumMembers, quoted } from '../read-object.ts';
import { bucketOf, integer, uploadOf } from '../request.ts';
import type { Bucket, Upload } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { Checksum, ObjectRecord, PartRecord } from '../storage/records.ts';
import { encryptionOf } from './objects.ts';

const SMALLEST_PART = 5 * 1024 ** 2;
const BLOCK = 1024 ** 2;
const LARGEST_OBJECT = 5 * 1024 ** 4;

export function completeMultipartUpload(
  buckets: Buckets,
  endpoint: () => string,
): S3Operation<CompleteMultipartUploadRequest, CompleteMultipartUploadOutput> {
  return {
    permissions: toWrite,
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const completed = completedBefore(bucket, input);
      if (completed) return answerOf(bucket, completed, endpoint());
      const upload = uploadOf(bucket, input);
      const parts = chosenParts(upload, input.MultipartUpload?.Parts);
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (
        input.MpuObjectSize !== undefined &&
        integer(input.MpuObjectSize, 'x-amz-mp-object-size', 0, 0, LARGEST_OBJECT) !== size
      ) {
        throw invalidRequest(
          `The provided x-amz-mp-object-size ${input.MpuObjectSize} is not the size of the parts, ${size}.`,
        );
      }
      const sent = sentChecksum({ ...input });
      upload.completing = true;
      try {
        const checksum = await checksumOf(bucket, upload, parts);
        if (
          sent &&
          (sent.algorithm !== checksum.algorithm ||
            sent.value.replace(/-\d+$/, '') !== checksum.value.replace(/-\d+$/, ''))
        ) {
          throw badChecksum(sent.algorithm);
        }
        const { headers, metadata } = upload;
        const written = {
          size,
          etag: etagOf(parts),
          checksum,
          headers,
          ...(metadata && { metadata }),
          parts: parts.map((part) => part.size),
          uploadId: upload.id,
        };
        const joined = joinedFile(bucket, upload, parts, size);
        const record = joined
          ? bucket.adopt(upload.key, input, joined, written)
          : await bucket.put(upload.key, input, async (path) => {
              await join(bucket, parts, path);
              return written;
            });
        return answerOf(bucket, record, endpoint());
      } finally {
        upload.completing = false;
      }
    },
    wire: {
      checksumIsOfObject: true,
      fromXml: (root) => ({
        MultipartUpload: {
          Parts: childrenOf(root, 'Part').map((part) => ({ ...part, PartNumber: Number(part.PartNumber) })),
        },
      }),
      root: 'CompleteMultipartUploadResult',
      headers: ['ServerSideEncryption', 'SSEKMSKeyId'],
      toXml: ({ ServerSideEncryption: _, SSEKMSKeyId: __, ...body }) => body,
    },
  };
}

/** A client that lost the answer asks again: the object is there, and it gets the same answer. */
function completedBefore(bucket: Bucket, input: CompleteMultipartUploadRequest): ObjectRecord | undefined {
  const record = bucket.get(String(input.Key));
  const isDone = record?.uploadId !== undefined && record.uploadId === input.UploadId;
  return isDone && !bucket.uploads.has(record.uploadId) ? record : undefined;
}

function answerOf(bucket: Bucket, record: ObjectRecord, endpoint: string): CompleteMultipartUploadOutput {
  return {
    Location: `${endpoint}/${bucket.name}/${encodeURIComponent(record.key).replaceAll('%2F', '/')}`,
    Bucket: bucket.name,
    Key: record.key,
    ETag: quoted(record.etag),
    ...checksumMembers(record.checksum),
    ...encryptionOf(record.headers),
  };
}

/** The parts the client lists: first their order is checked, then that they are there, then their sizes. */
function chosenParts(upload: Upload, listed: readonly CompletedPart[] | undefined): PartRecord[] {
  if (!Array.isArray(listed) || listed.length === 0) throw malformedXml('it lists no parts');
  if (listed.length > MOST_PARTS) throw malformedXml(`it lists more than ${MOST_PARTS} parts`);
  const numbers = listed.map((each: CompletedPart) => each.PartNumber ?? 0);
  if (numbers.some((number, index) => !(number > (numbers[index - 1] ?? 0)))) {
    throw new AwsError(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
      400,
      { UploadId: upload.id },
    );
  }
  const parts = listed.map((each: CompletedPart) => {
    const part = upload.parts.get(each.PartNumber ?? 0);
    if (!part || part.etag !== String(each.ETag).replaceAll('"', '')) throw invalidPart(upload, each);
    checkPartChecksum(upload, part, each);
    return part;
  });
  const small = parts.slice(0, -1).find((part) => part.size < SMALLEST_PART);
  if (!small) return parts;
  throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', 400, {
    ETag: small.etag,
    MinSizeAllowed: SMALLEST_PART,
    PartNumber: small.number,
    ProposedSize: small.size,
  });
}

const invalidPart = (upload: Upload, { PartNumber, ETag }: CompletedPart): AwsError =>
  new AwsError(
    'InvalidPart',
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    400,
    { UploadId: upload.id, PartNumber, ETag },
  );

function checkPartChecksum(upload: Upload, { number, checksum }: PartRecord, listed: CompletedPart): void {
  if (!checksum || !upload.checksumAlgorithm) return;
  const value = listed[memberOf(checksum.algorithm)];
  if (value === undefined && upload.checksumType === 'COMPOSITE') {
    const algorithm = upload.checksumAlgorithm.toLowerCase();
    throw invalidRequest(
      `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
    );
  }
  if (value !== undefined && value !== checksum.value) throw invalidPart(upload, listed);
}

/** The file in which the parts, and nothing else, lie one behind the other already. */
function joinedFile(bucket: Bucket, { joint }: Upload, parts: readonly PartRecord[], size: number): string | undefined {
  if (!joint || joint.isBusy) return undefined;
  let end = 0;
  for (const part of parts) {
    if (part.file !== joint.file || part.position !== end) return undefined;
    end += part.size;
  }
  return statSync(bucket.pathOf(joint)).size === size ? joint.file : undefined;
}

/** Puts the parts one behind the other in a new file. */
async function join(bucket: Bucket, parts: readonly PartRecord[], path: string): Promise<void> {
  const target = await open(path, 'wx', OWNER_FILE);
  try {
    for await (const bytes of bytesOf(bucket, parts)) await target.writeFile(bytes);
  } finally {
    await target.close();
  }
}

async function checksumOf(bucket: Bucket, upload: Upload, parts: readonly PartRecord[]): Promise<Checksum> {
  if (upload.checksumType === 'COMPOSITE') return compositeChecksum(parts);
  const algorithm = upload.checksumAlgorithm ?? 'CRC64NVME';
  const known = parts.flatMap(({ checksum, size }) =>
    checksum?.algorithm === algorithm ? [{ value: checksum.value, size }] : [],
  );
  const combined = known.length === parts.length ? combineCrcs(algorithm, known) : undefined;
  return { algorithm, value: combined ?? (await readChecksum(bucket, parts, algorithm)), type: 'FULL_OBJECT' };
}

async function readChecksum(
  bucket: Bucket,
  parts: readonly PartRecord[],
  algorithm: ChecksumAlgorithm,
): Promise<string> {
  const checksum = createChecksum(algorithm);
  for await (const bytes of bytesOf(bucket, parts)) checksum.update(bytes);
  return checksum.digest().toString('base64');
}

/** The parts' bytes, each time in the same memory. */
async function* bytesOf(bucket: Bucket, parts: readonly PartRecord[]): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafe(BLOCK);
  for (const part of parts) {
    const file = await open(bucket.pathOf(part));
    try {
      for (let done = 0; done < part.size; ) {
        const wanted = Math.min(BLOCK, part.size - done);
        const { bytesRead } = await file.read(block, 0, wanted, (part.position ?? 0) + done);
        if (bytesRead === 0) throw new Error(`part ${part.number} is shorter than its ${part.size} bytes`);
        done += bytesRead;
        yield block.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
}

/** "The MD5 of the parts' MD5s", then a hyphen and how many parts. */
function etagOf(parts: readonly PartRecord[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part.etag, 'hex');
  return `${hash.digest('hex')}-${parts.length}`;
}

/** The checksum of the parts' checksums. */
function compositeChecksum(parts: readonly PartRecord[]): Checksum {
  const algorithm = parts[0]?.checksum?.algorithm ?? 'CRC32';
  const running = createChecksum(algorithm);
  for (const { checksum } of parts) running.update(Buffer.from(checksum?.value ?? '', 'base64'));
  return { algorithm, value: `${running.digest().toString('base64')}-${parts.length}`, type: 'COMPOSITE' };
}
