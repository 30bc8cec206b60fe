import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Cloud, createCloud, createS3Service } from 'local-cloud/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameReader } from '../../../core/export/frame-reader.ts';
import { mergeFrames } from '../../../core/export/merge-frames.ts';
import { partSource, RangeBuffers } from '../../../functions/results-exporter/part-source.ts';

const bucket = 'data';
let cloud: Cloud;
let dataDir: string;
let s3: S3Client;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-part-source-'));
  const services = async (context: Parameters<typeof createS3Service>[0]) => [await createS3Service(context)];
  cloud = await createCloud({ dataDir, port: 0, authorize: () => {}, services });
  s3 = new S3Client({
    endpoint: cloud.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
});
afterAll(async () => {
  await cloud?.close();
  await rm(dataDir, { recursive: true, force: true });
});

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
