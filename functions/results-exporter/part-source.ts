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
 * Reads an object in ranges, one ahead: a file whose turn is far off costs two ranges of memory and no open
 * connection that S3 might drop meanwhile.
 */
export function partSource(s3: S3Client, part: StoredPart, rangeBytes: number): ByteSource {
  const ranges = inRanges(s3, part, rangeBytes);
  return sourceOf(part.key.endsWith('.gz') ? Readable.from(ranges).compose(createGunzip()) : ranges);
}

function sourceOf(chunks: AsyncIterable<Buffer>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
  };
}

async function* inRanges(s3: S3Client, part: StoredPart, rangeBytes: number): AsyncGenerator<Buffer> {
  const starts = function* () {
    for (let start = 0; start < part.size; start += rangeBytes) yield start;
  };
  let ahead: Promise<Buffer> | undefined;
  for (const start of starts()) {
    const current = ahead;
    ahead = readRange(s3, part, start, Math.min(start + rangeBytes, part.size));
    // A failure is reported when its turn comes.
    ahead.catch(() => {});
    if (current) yield await current;
  }
  if (ahead) yield await ahead;
}

async function readRange(s3: S3Client, { bucket, key }: StoredPart, start: number, end: number): Promise<Buffer> {
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end - 1}` }),
  );
  const buffer = Buffer.allocUnsafe(end - start);
  let at = 0;
  for await (const chunk of Body as Readable) at += (chunk as Buffer).copy(buffer, at);
  if (at !== buffer.length)
    throw new Error(`s3://${bucket}/${key} gave ${at} of the ${buffer.length} bytes asked for.`);
  return buffer;
}
