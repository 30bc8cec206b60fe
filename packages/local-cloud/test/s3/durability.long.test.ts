import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startS3 } from './s3-cloud.ts';

const Bucket = 'things';
const dirs: string[] = [];
afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
});

async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'local-cloud-s3-'));
  dirs.push(dir);
  return dir;
}

const filesOf = async (dataDir: string) =>
  (await readdir(join(dataDir, 's3', Bucket, 'objects'), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );

describe('after a restart', () => {
  it('buckets, objects and uploads are there again', async () => {
    const dataDir = await temporaryDir();
    const before = await startS3({ dataDir });
    await before.s3.putObject({ Bucket, Key: 'kept', Body: 'first', Metadata: { a: '1' } });
    await before.s3.putObject({ Bucket, Key: 'kept', Body: 'second', Metadata: { a: '2' } });
    await before.s3.putObject({ Bucket, Key: 'deleted', Body: 'x' });
    await before.s3.deleteObject({ Bucket, Key: 'deleted' });
    await before.s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Suspended' } });
    await before.s3.createBucket({ Bucket: 'gone' });
    await before.s3.deleteBucket({ Bucket: 'gone' });
    const { UploadId } = await before.s3.createMultipartUpload({ Bucket, Key: 'parts', ContentType: 'text/csv' });
    const part = await before.s3.uploadPart({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: 'part' });
    await before.close();

    const { s3 } = await startS3({ dataDir });
    expect((await s3.listBuckets({})).Buckets?.map((bucket) => bucket.Name)).toEqual([Bucket]);
    expect((await s3.listObjectsV2({ Bucket })).Contents?.map((object) => object.Key)).toEqual(['kept']);
    const { Body, Metadata } = await s3.getObject({ Bucket, Key: 'kept' });
    expect([await Body?.transformToString(), Metadata]).toEqual(['second', { a: '2' }]);
    const MultipartUpload = { Parts: [{ ...part, PartNumber: 1 }] };
    await s3.completeMultipartUpload({ Bucket, Key: 'parts', UploadId, MultipartUpload });
    expect(await s3.headObject({ Bucket, Key: 'parts' })).toMatchObject({ ContentType: 'text/csv', ContentLength: 4 });
  });

  it('a line cut short and files that no object has are gone', async () => {
    const dataDir = await temporaryDir();
    const before = await startS3({ dataDir });
    await before.s3.putObject({ Bucket, Key: 'whole', Body: 'x' });
    const [file] = await filesOf(dataDir);
    await before.close();
    await appendFile(join(dataDir, 's3', Bucket, 'journal.log'), '{"put":{"key":"half","si');
    await appendFile(join(file?.parentPath ?? '', 'orphan'), 'x');

    const { s3 } = await startS3({ dataDir });
    expect((await s3.listObjectsV2({ Bucket })).Contents?.map((object) => object.Key)).toEqual(['whole']);
    expect(await filesOf(dataDir)).toHaveLength(1);
    await s3.putObject({ Bucket, Key: 'after', Body: 'x' });
    expect((await s3.listObjectsV2({ Bucket })).KeyCount).toBe(2);
  });
});

describe('killed in the middle of many writes', () => {
  const script = fileURLToPath(new URL('./keep-writing.ts', import.meta.url));

  async function killedAfter(dataDir: string, milliseconds: number): Promise<string[]> {
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      acknowledged += text;
    });
    if (child.stdout) await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    child.kill('SIGKILL');
    await once(child, 'close');
    return acknowledged.split('\n').slice(0, -1);
  }

  it('every acknowledged object is there, and every object is whole', async () => {
    const dataDir = await temporaryDir();
    for (const milliseconds of [40, 150]) {
      const acknowledged = await killedAfter(dataDir, milliseconds);
      expect(acknowledged.length).toBeGreaterThan(0);
      const { s3, service, close } = await startS3({ dataDir });
      const objects = [...service.objects.list(Bucket, '')];
      expect(await filesOf(dataDir)).toHaveLength(objects.length);
      const keys = new Set(objects.map((object) => object.key));
      expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
      for (const { key } of objects) {
        const { Body, ETag, Metadata } = await s3.getObject({ Bucket, Key: key });
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        expect(ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
        expect(bytes.length).toBe(Number(Metadata?.size));
        expect(new Set(bytes).size).toBe(1);
      }
      await close();
    }
  });
});
