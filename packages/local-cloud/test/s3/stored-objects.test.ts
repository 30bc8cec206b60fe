import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { GetObjectOutput } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { startS3 } from './s3-cloud.ts';

const { s3, cloud, dataDir, service } = await startS3();
const Bucket = 'things';

describe('S3 inside the process', () => {
  const { administrator } = cloud.context;
  const call = <Output>(operation: string, input: object) =>
    cloud.context.call<Output>('s3', operation, { Bucket, ...input }, administrator);

  it.each([
    ['text', 'row'],
    ['a Buffer', Buffer.from('row')],
    ['a Readable', Readable.from(['r', 'ow'])],
  ])('takes %s and gives a Readable', async (_, Body) => {
    await call('PutObject', { Key: 'in', Body });
    const output = await call<GetObjectOutput & { Body: Readable }>('GetObject', { Key: 'in' });
    expect(await text(output.Body)).toBe('row');
    expect(output).toMatchObject({
      ContentLength: 3,
      LastModified: expect.any(Date),
      ETag: expect.stringMatching(/^"/),
    });
  });

  it('refuses a body it cannot store, and input that is not there', async () => {
    await expect(call('PutObject', { Key: 'in', Body: { a: 1 } })).rejects.toMatchObject({ code: 'InvalidRequest' });
    await expect(call('PutObject', { Body: 'x' })).rejects.toMatchObject({ code: 'InvalidRequest' });
    await expect(call('GetObject', { Bucket: undefined, Key: 'x' })).rejects.toMatchObject({
      code: 'InvalidBucketName',
    });
  });
});

describe('the objects handle', () => {
  it('lists objects with their files, in key order, however many there are', async () => {
    for (let index = 0; index < 1100; index++) {
      const Key = `rows/${String(index).padStart(5, '0')}.json.gz`;
      await cloud.context.call(
        's3',
        'PutObject',
        { Bucket, Key, Body: `${index}`, ContentEncoding: 'gzip' },
        cloud.context.administrator,
      );
    }
    const listed = [...service.objects.list(Bucket, 'rows/')];
    expect(listed).toHaveLength(1100);
    expect(listed[7]).toMatchObject({ key: 'rows/00007.json.gz', size: 1, contentEncoding: 'gzip' });
    expect(extname(listed[7]?.path ?? '')).toBe('.gz');
    expect(await readFile(listed[1099]?.path ?? '', 'utf8')).toBe('1099');
    expect([...service.objects.list(Bucket, 'none/')]).toEqual([]);
  });

  it('adopts a finished file', async () => {
    const path = join(dataDir, 'finished.csv');
    await writeFile(path, 'a,b\n');
    const object = await service.objects.putFile(Bucket, 'results/1.csv', path, { ContentType: 'text/csv' });
    expect(object).toMatchObject({ key: 'results/1.csv', size: 4, etag: expect.stringMatching(/^\w{32}$/) });
    await expect(stat(path)).rejects.toThrow();
    const { Body, ContentType } = await s3.getObject({ Bucket, Key: 'results/1.csv' });
    expect([await Body?.transformToString(), ContentType]).toEqual(['a,b\n', 'text/csv']);
  });

  it('leaves the file readable for a while when its object is replaced or deleted', async () => {
    await s3.putObject({ Bucket, Key: 'read', Body: 'old' });
    const object = service.objects.get(Bucket, 'read');
    await s3.putObject({ Bucket, Key: 'read', Body: 'new' });
    expect(await readFile(object?.path ?? '', 'utf8')).toBe('old');
    service.objects.delete(Bucket, 'read');
    expect(service.objects.get(Bucket, 'read')).toBeUndefined();
  });
});
