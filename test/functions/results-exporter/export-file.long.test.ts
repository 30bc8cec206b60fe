import { createHash } from 'node:crypto';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createS3Service } from 'local-cloud/services';
import { describe, expect, it } from 'vitest';
import { ExportFile } from '../../../functions/results-exporter/export-file.ts';
import { startServices } from '../../support/service-cloud.ts';

const Bucket = 'data';
const { settings } = await startServices(async (context) => [await createS3Service(context)]);
const client = () => new S3Client(settings);
const s3 = client();
await s3.send(new CreateBucketCommand({ Bucket }));

const read = async (Key: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const uploads = async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];

/** Numbers, so that a piece out of place is seen. */
function content(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) buffer.writeUInt32LE(at, at);
  return buffer;
}

async function write(file: ExportFile, bytes: Buffer, step: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += step) await file.write(bytes.subarray(at, at + step));
}

describe('an export’s file', () => {
  it.each([
    ['nothing', 0, 1],
    ['less than a part', 1000, 7],
    ['exactly one part', 8 * 1024 * 1024, 1024 * 1024],
    ['many parts, in steps that fit none', 45_000_001, 777_777],
    ['parts and steps larger than a part', 30_000_000, 20_000_000],
  ])('holds %s', async (_name, bytes, step) => {
    const expected = content(bytes);
    const file = new ExportFile(s3, Bucket, 'exports/a.csv', 'text/csv');
    await write(file, expected, step);
    expect(await file.finish()).toEqual({ bytes, sha256: createHash('sha256').update(expected).digest('hex') });
    expect((await read('exports/a.csv')).equals(expected)).toBe(true);
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'exports/a.csv' }))).toMatchObject({
      ContentType: 'text/csv',
      ContentDisposition: 'attachment; filename="a.csv"',
    });
    expect(await uploads()).toEqual([]);
  });

  it('leaves what was there before when it is given up', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'exports/b.csv', Body: 'before' }));
    const file = new ExportFile(s3, Bucket, 'exports/b.csv', 'text/csv');
    await write(file, content(20_000_000), 1_000_000);
    await file.abandon();
    expect((await read('exports/b.csv')).toString()).toBe('before');
    expect(await uploads()).toEqual([]);
  });

  it.each([
    ['a part', UploadPartCommand],
    ['the upload', CreateMultipartUploadCommand],
  ])('fails when %s fails, and can still be given up', async (_name, command) => {
    const failing = client();
    failing.middlewareStack.add(
      (next, context) => (args) =>
        context.commandName === command.name ? Promise.reject(new Error('S3 is not there')) : next(args),
      { step: 'initialize' },
    );
    const file = new ExportFile(failing, Bucket, 'exports/c.csv', 'text/csv');
    await expect(write(file, content(60_000_000), 1_000_000).then(() => file.finish())).rejects.toThrow(
      'S3 is not there',
    );
    await file.abandon();
    await expect(read('exports/c.csv')).rejects.toThrow('The specified key does not exist.');
    expect(await uploads()).toEqual([]);
  });
});
