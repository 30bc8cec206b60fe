import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteSource } from '../../core/export/frame-reader.ts';

export interface StoredPart {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
}

/**
 * Reads an object in ranges, one ahead: a file whose turn is far off costs some memory and no open connection that
 * S3 might drop meanwhile. What it gives is overwritten by the read after the next.
 */
export function partSource(s3: S3Client, part: StoredPart, rangeBytes: number): ByteSource {
  if (!part.key.endsWith('.gz')) return sourceOf(inRanges(s3, part, rangeBytes, BUFFERS), HEADROOM);
  const unzipped = Readable.from(inRanges(s3, part, rangeBytes, ALL_NEW)).compose(createGunzip());
  return sourceOf(unzipped, 0);
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

/** Bytes before a range in memory, where a reader puts the beginning of the row that the range continues. */
const HEADROOM = 64 * 1024;
/** The range being read, the one before it, of which the last row may be in use, and the one on its way. */
const BUFFERS = 3;
/** For readers that keep what they get: a stream's own buffering cannot be told when to let go. */
const ALL_NEW = Number.POSITIVE_INFINITY;

async function* inRanges(s3: S3Client, part: StoredPart, rangeBytes: number, most: number): AsyncGenerator<Buffer> {
  // Used in turn: memory that is new for every range would cost more time than its bytes take to arrive.
  const buffers: Record<number, Buffer> = {};
  const bufferFor = (turn: number): Buffer => {
    if (most === ALL_NEW) return Buffer.allocUnsafe(rangeBytes);
    const at = turn % most;
    buffers[at] ??= Buffer.allocUnsafeSlow(HEADROOM + Math.min(rangeBytes, part.size));
    return buffers[at].subarray(HEADROOM);
  };
  let ahead: Promise<Buffer> | undefined;
  let turn = 0;
  for (let start = 0; start < part.size; start += rangeBytes) {
    const current = ahead;
    const length = Math.min(rangeBytes, part.size - start);
    ahead = readRange(s3, part, start, bufferFor(turn++).subarray(0, length));
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
  for await (const chunk of Body as Readable) at += (chunk as Buffer).copy(buffer, at);
  if (at !== buffer.length)
    throw new Error(`s3://${bucket}/${key} gave ${at} of the ${buffer.length} bytes asked for.`);
  return buffer;
}
