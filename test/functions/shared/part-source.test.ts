import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createS3Service } from 'local-cloud/services';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../../core/export/frame-reader.ts';
import { mergeRows } from '../../../core/merge-rows.ts';
import { partSource, RangeBuffers } from '../../../functions/shared/part-source.ts';
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
    await mergeRows([reader], (frame) => {
      found.push(frame.segment(0).toString());
      return undefined;
    });
    expect(found.length).toBe(400);
    expect(found.every((each, row) => each === text(row))).toBe(true);
  });

  it('fails when it is cut off', async () => {
    const file = gzipSync(Buffer.from(Array.from({ length: 100 }, (_, row) => line(row)).join('')));
    const cut = file.subarray(0, file.length - 20);
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'cut.gz', Body: cut }));
    const part = { bucket, key: 'cut.gz', size: cut.length };
    const reader = new FrameReader(partSource(s3, part, 70_000, new RangeBuffers()), 1);
    await expect(mergeRows([reader], () => undefined)).rejects.toThrow('unexpected end of file');
  });

  it('fails when S3 fails', async () => {
    const part = { bucket, key: 'missing.gz', size: 1000 };
    const source = partSource(s3, part, 100, new RangeBuffers());
    await expect(source.read()).rejects.toThrow('The specified key does not exist.');
  });
});
