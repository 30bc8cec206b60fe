import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createS3Service } from 'local-cloud/services';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../../core/export/frame-reader.ts';
import { mergeFrames } from '../../../core/export/merge-frames.ts';
import { partSource, RangeBuffers } from '../../../functions/results-exporter/part-source.ts';
import { startServices } from '../../support/service-cloud.ts';

const bucket = 'data';
const { settings } = await startServices(async (context) => [await createS3Service(context)]);
const s3 = new S3Client(settings);
await s3.send(new CreateBucketCommand({ Bucket: bucket }));

/** Rows of very different lengths, some longer than a range. */
const text = (row: number) => `row ${row} ${'ä\n'.repeat(row % 13 === 0 ? 40_000 : row % 50)}`;
const line = (row: number) =>
  `${String(row).padStart(12, '0')},${String(Buffer.byteLength(text(row))).padStart(10, '0')},${text(row)}\n`;

describe('a file of UNLOAD', () => {
  it.each([
    ['plain', 'part', (file: Buffer) => file],
    ['compressed', 'part.gz', (file: Buffer) => gzipSync(file)],
  ])('is read in ranges, %s', async (_name, key, encode) => {
    const rows = Array.from({ length: 400 }, (_, row) => row);
    const file = encode(Buffer.from(rows.map(line).join('')));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: file }));
    const reader = new FrameReader(partSource(s3, { bucket, key, size: file.length }, 70_000, new RangeBuffers()), 1);
    const found: string[] = [];
    await mergeFrames([reader], (frame) => {
      found.push(frame.segment(0).toString());
      return undefined;
    });
    expect(found.length).toBe(400);
    expect(found.every((each, row) => each === text(row))).toBe(true);
  });
});
