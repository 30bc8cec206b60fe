import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { ByteSource } from '../../core/export/frame-reader.ts';

export interface StoredPart {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
}

/** Bytes before a range in memory, where a reader puts the beginning of the row that the range continues. */
const HEADROOM = 64 * 1024;
/** The range being read, the one before it, of which the last row may be in use, and the one on its way. */
const BUFFERS = 3;

/** Memory for reading all files that are merged: three ranges of each. */
const READING_BYTES = 64 * 1024 * 1024;
const SMALLEST_RANGE = 256 * 1024;
const LARGEST_RANGE = 4 * 1024 * 1024;
/** What a compressed file gives at a time. */
const UNPACKED_BYTES = 64 * 1024;

/** The files below a prefix, in the order of their keys. */
export async function listParts(s3: S3Client, bucket: string, prefix: string): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let token: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }));
    for (const { Key: key = '', Size: size = 0 } of page.Contents ?? []) parts.push({ bucket, key, size });
    token = page.NextContinuationToken;
  } while (token);
  return parts;
}

/** How much of a file is read at a time when so many are merged. */
export function rangeBytesOf(files: number): number {
  const share = Math.floor(READING_BYTES / (BUFFERS * Math.max(1, files)));
  return Math.min(LARGEST_RANGE, Math.max(SMALLEST_RANGE, share));
}

/** Memory that ranges take turns in: if it were new for each of them, that would cost more than the reading. */
export class RangeBuffers {
  readonly #spare: Buffer[] = [];

  take(bytes: number): Buffer {
    const at = this.#spare.findIndex((buffer) => buffer.length >= HEADROOM + bytes);
    const found = at < 0 ? undefined : this.#spare.splice(at, 1)[0];
    return found ?? Buffer.allocUnsafeSlow(HEADROOM + bytes);
  }

  giveBack(buffers: readonly Buffer[]): void {
    this.#spare.push(...buffers);
  }
}

/**
 * Reads an object in ranges, one ahead: a file whose turn is far off costs some memory and no open connection that
 * S3 might drop meanwhile. What it gives is overwritten by the read after the next.
 */
export function partSource(s3: S3Client, part: StoredPart, rangeBytes: number, memory: RangeBuffers): ByteSource {
  if (!part.key.endsWith('.gz')) return sourceOf(inTurns(s3, part, rangeBytes, memory), HEADROOM);
  // A stream cannot be told when it may let go of what it was given, so here every range has memory of its own.
  const ranges = inRanges(s3, part, rangeBytes, (length) => Buffer.allocUnsafeSlow(length));
  const unpacked = createGunzip({ chunkSize: UNPACKED_BYTES });
  // A failure of either is what the next read fails with.
  pipeline(Readable.from(ranges), unpacked, () => {});
  return sourceOf(unpacked, 0);
}

function sourceOf(chunks: AsyncIterable<Buffer>, headroom: number): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  return {
    headroom,
    async read() {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
  };
}

async function* inTurns(s3: S3Client, part: StoredPart, rangeBytes: number, memory: RangeBuffers) {
  const buffers: Buffer[] = [];
  let turn = 0;
  yield* inRanges(s3, part, rangeBytes, (length) => {
    const at = turn++ % BUFFERS;
    buffers[at] ??= memory.take(Math.min(rangeBytes, part.size));
    return buffers[at].subarray(HEADROOM, HEADROOM + length);
  });
  memory.giveBack(buffers);
}

async function* inRanges(
  s3: S3Client,
  part: StoredPart,
  rangeBytes: number,
  memoryFor: (length: number) => Buffer,
): AsyncGenerator<Buffer> {
  let ahead: Promise<Buffer> | undefined;
  for (let start = 0; start < part.size; start += rangeBytes) {
    const current = ahead;
    ahead = readRange(s3, part, start, memoryFor(Math.min(rangeBytes, part.size - start)));
    // A failure is reported when its turn comes.
    ahead.catch(() => {});
    if (current) yield await current;
  }
  if (ahead) yield await ahead;
}

async function readRange(s3: S3Client, { bucket, key }: StoredPart, start: number, buffer: Buffer): Promise<Buffer> {
  const Range = `bytes=${start}-${start + buffer.length - 1}`;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  let at = 0;
  (Body as Readable).on('data', (chunk: Buffer) => {
    at += chunk.copy(buffer, at);
  });
  await finished(Body as Readable);
  if (at === buffer.length) return buffer;
  throw new Error(`s3://${bucket}/${key} gave ${at} of the ${buffer.length} bytes asked for.`);
}
