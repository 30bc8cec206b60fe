import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, cloud, dataDir } = await startS3();
const Bucket = 'things';
const bodyOf = async (Key: string, more = {}) =>
  (await s3.getObject({ Bucket, Key, ...more })).Body?.transformToString();

describe('PutObject, GetObject, HeadObject', () => {
  it('gives back what it was given', async () => {
    const put = await s3.putObject({
      Bucket,
      Key: 'full',
      Body: 'a,b\n1,2\n',
      ContentType: 'text/csv',
      ContentEncoding: 'identity',
      ContentDisposition: 'attachment; filename="x.csv"',
      ContentLanguage: 'de',
      CacheControl: 'no-store',
      Expires: new Date('2030-01-01T00:00:00Z'),
      Metadata: { Row: '7', note: 'größer' },
      StorageClass: 'STANDARD_IA',
    });
    expect(put).toMatchObject({ ETag: '"e5ebd4c02cefbe7955977c67ada242b7"', ServerSideEncryption: 'AES256' });
    const { Body, ...got } = await s3.getObject({ Bucket, Key: 'full' });
    expect(await Body?.transformToString()).toBe('a,b\n1,2\n');
    const described = {
      AcceptRanges: 'bytes',
      ETag: put.ETag,
      ContentLength: 8,
      ContentType: 'text/csv',
      ContentEncoding: 'identity',
      ContentDisposition: 'attachment; filename="x.csv"',
      ContentLanguage: 'de',
      CacheControl: 'no-store',
      ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT',
      StorageClass: 'STANDARD_IA',
      ServerSideEncryption: 'AES256',
    };
    expect(got).toMatchObject(described);
    expect(got.Metadata?.row).toBe('7');
    expect(await s3.headObject({ Bucket, Key: 'full' })).toMatchObject(described);
  });

  it('writes metadata beyond ASCII as an encoded word, as S3 does', async () => {
    const { administrator, call } = { ...cloud.context };
    await call('s3', 'PutObject', { Bucket, Key: 'word', Body: '', Metadata: { city: '東京' } }, administrator);
    expect((await s3.headObject({ Bucket, Key: 'word' })).Metadata).toEqual({ city: '=?UTF-8?B?5p2x5Lqs?=' });
  });

  it('streams bodies of many megabytes both ways', async () => {
    const bytes = randomBytes(24 * 1024 * 1024 + 17);
    const path = join(dataDir, 'large.bin');
    await writeFile(path, bytes);
    await s3.putObject({ Bucket, Key: 'large', Body: createReadStream(path), ContentLength: bytes.length });
    const { Body } = await s3.getObject({ Bucket, Key: 'large' });
    expect(bytes.equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
  });

  it('keeps an empty object', async () => {
    await s3.putObject({ Bucket, Key: 'empty/', Body: Buffer.alloc(0) });
    expect(await bodyOf('empty/')).toBe('');
    expect(await s3.headObject({ Bucket, Key: 'empty/' })).toMatchObject({ ContentLength: 0 });
  });

  it('names key and bucket that are not there', async () => {
    expect(await failureOf(s3.getObject({ Bucket, Key: 'none' }))).toMatchObject({ name: 'NoSuchKey', status: 404 });
    expect(await failureOf(s3.headObject({ Bucket, Key: 'none' }))).toMatchObject({ name: 'NotFound', status: 404 });
    expect(await failureOf(s3.getObject({ Bucket: 'none', Key: 'none' }))).toMatchObject({ name: 'NoSuchBucket' });
    expect(await failureOf(s3.putObject({ Bucket: 'none', Key: 'none', Body: 'x' }))).toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('takes a key of 1,024 bytes and none of 1,025', async () => {
    await s3.putObject({ Bucket, Key: 'ü'.repeat(512), Body: 'x' });
    expect(await bodyOf('ü'.repeat(512))).toBe('x');
    const call = s3.putObject({ Bucket, Key: `${'ü'.repeat(512)}a`, Body: 'x' });
    expect(await failureOf(call)).toMatchObject({ name: 'KeyTooLongError', status: 400 });
  });

  it('refuses a key whose .. elements climb out of it', async () => {
    await s3.putObject({ Bucket, Key: 'videos/2014/../../video', Body: 'in' });
    expect(await bodyOf('videos/2014/../../video')).toBe('in');
    expect(await failureOf(s3.putObject({ Bucket, Key: 'videos/../../video', Body: 'x' }))).toMatchObject({
      status: 400,
    });
  });

  it('refuses metadata over 2 KB, unknown storage classes, ACLs and customer keys', async () => {
    const put = (more: object) => failureOf(s3.putObject({ Bucket, Key: 'refused', Body: 'x', ...more }));
    expect(await put({ Metadata: { a: 'x'.repeat(2048) } })).toMatchObject({ name: 'MetadataTooLarge' });
    expect(await put({ StorageClass: 'COLD' })).toMatchObject({ name: 'InvalidStorageClass' });
    expect(await put({ ACL: 'public-read' })).toMatchObject({ name: 'AccessControlListNotSupported' });
    expect(await put({ GrantRead: 'id=1' })).toMatchObject({ name: 'NotImplemented' });
    expect(await put({ ServerSideEncryption: 'rot13' })).toMatchObject({ name: 'InvalidEncryptionAlgorithmError' });
    expect(await put({ ObjectLockLegalHoldStatus: 'ON' })).toMatchObject({ name: 'InvalidRequest' });
    expect(await failureOf(s3.headObject({ Bucket, Key: 'refused' }))).toMatchObject({ status: 404 });
  });

  it('does not give out an archived object', async () => {
    await s3.putObject({ Bucket, Key: 'archived', Body: 'x', StorageClass: 'GLACIER' });
    expect(await failureOf(s3.getObject({ Bucket, Key: 'archived' }))).toMatchObject({ name: 'InvalidObjectState' });
  });
});

describe('GetObject', () => {
  it('reads ranges', async () => {
    await s3.putObject({ Bucket, Key: 'digits', Body: '0123456789' });
    const ranged = async (Range: string) => {
      const { Body, ContentRange, $metadata } = await s3.getObject({ Bucket, Key: 'digits', Range });
      return [await Body?.transformToString(), ContentRange, $metadata.httpStatusCode];
    };
    expect(await ranged('bytes=2-4')).toEqual(['234', 'bytes 2-4/10', 206]);
    expect(await ranged('bytes=7-')).toEqual(['789', 'bytes 7-9/10', 206]);
    expect(await ranged('bytes=-3')).toEqual(['789', 'bytes 7-9/10', 206]);
    expect(await ranged('bytes=5-100')).toEqual(['56789', 'bytes 5-9/10', 206]);
    expect(await ranged('bytes=-100')).toEqual(['0123456789', 'bytes 0-9/10', 206]);
    expect(await ranged('bytes=0-1,3-4')).toEqual(['0123456789', undefined, 200]);
    expect(await failureOf(ranged('bytes=10-'))).toMatchObject({ name: 'InvalidRange', status: 416 });
    expect(await s3.headObject({ Bucket, Key: 'digits', Range: 'bytes=2-4' })).toMatchObject({ ContentLength: 3 });
  });

  it('reads a range of an object too large for one piece', async () => {
    const bytes = randomBytes(200_000);
    await s3.putObject({ Bucket, Key: 'longer', Body: bytes });
    const { Body } = await s3.getObject({ Bucket, Key: 'longer', Range: 'bytes=100000-150000' });
    expect(bytes.subarray(100_000, 150_001).equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(
      true,
    );
  });

  it('answers only if the conditions hold', async () => {
    const { ETag } = await s3.putObject({ Bucket, Key: 'conditional', Body: 'x' });
    const past = new Date(Date.now() - 60_000);
    const future = new Date(Date.now() + 60_000);
    expect(await bodyOf('conditional', { IfMatch: ETag })).toBe('x');
    expect(await bodyOf('conditional', { IfModifiedSince: past })).toBe('x');
    expect(await bodyOf('conditional', { IfUnmodifiedSince: future })).toBe('x');
    expect(await bodyOf('conditional', { IfMatch: ETag, IfUnmodifiedSince: past })).toBe('x');
    expect(await bodyOf('conditional', { IfNoneMatch: '"other"', IfModifiedSince: future })).toBe('x');
    expect(await failureOf(bodyOf('conditional', { IfMatch: '"other"' }))).toMatchObject({ status: 412 });
    expect(await failureOf(bodyOf('conditional', { IfUnmodifiedSince: past }))).toMatchObject({ status: 412 });
    expect(await failureOf(bodyOf('conditional', { IfNoneMatch: ETag }))).toMatchObject({ status: 304 });
    expect(await failureOf(bodyOf('conditional', { IfModifiedSince: future }))).toMatchObject({ status: 304 });
  });

  it('replaces headers of the answer on request', async () => {
    await s3.putObject({ Bucket, Key: 'override', Body: 'x', ContentType: 'text/csv' });
    const got = await s3.getObject({
      Bucket,
      Key: 'override',
      ResponseContentType: 'text/plain',
      ResponseContentDisposition: 'attachment',
    });
    expect(got).toMatchObject({ ContentType: 'text/plain', ContentDisposition: 'attachment' });
  });

  it('reads on what it began to read when the object is replaced', async () => {
    const bytes = randomBytes(3 * 1024 * 1024);
    await s3.putObject({ Bucket, Key: 'replaced', Body: bytes });
    const { Body } = await s3.getObject({ Bucket, Key: 'replaced' });
    await s3.putObject({ Bucket, Key: 'replaced', Body: 'new' });
    expect(bytes.equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    expect(await bodyOf('replaced')).toBe('new');
  });
});

describe('DeleteObject and DeleteObjects', () => {
  it('succeed whether the object is there or not', async () => {
    await s3.putObject({ Bucket, Key: 'doomed', Body: 'x' });
    expect((await s3.deleteObject({ Bucket, Key: 'doomed' })).$metadata.httpStatusCode).toBe(204);
    expect((await s3.deleteObject({ Bucket, Key: 'doomed' })).$metadata.httpStatusCode).toBe(204);
  });

  it('delete by ETag only the object that has it', async () => {
    const { ETag } = await s3.putObject({ Bucket, Key: 'guarded', Body: 'x' });
    const wrong = s3.deleteObject({ Bucket, Key: 'guarded', IfMatch: '"other"' });
    expect(await failureOf(wrong)).toMatchObject({ name: 'PreconditionFailed', status: 412 });
    await s3.deleteObject({ Bucket, Key: 'guarded', IfMatch: ETag });
    expect(await failureOf(s3.headObject({ Bucket, Key: 'guarded' }))).toMatchObject({ status: 404 });
  });

  it('delete many keys, and say so of each unless quiet', async () => {
    const keys = ['one', 'two & <three>', 'vier/fünf'];
    for (const Key of keys) await s3.putObject({ Bucket, Key, Body: 'x' });
    const Objects = [...keys.map((Key) => ({ Key })), { Key: 'x'.repeat(1025) }];
    const { Deleted, Errors } = await s3.deleteObjects({ Bucket, Delete: { Objects } });
    expect(Deleted?.map((each) => each.Key)).toEqual(keys);
    expect(Errors).toMatchObject([{ Code: 'KeyTooLongError' }]);
    expect(
      (await s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 'q' }], Quiet: true } })).Deleted,
    ).toBeUndefined();
  });

  it('refuse more than 1,000 keys at once', async () => {
    const Objects = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }));
    expect(await failureOf(s3.deleteObjects({ Bucket, Delete: { Objects } }))).toMatchObject({ name: 'MalformedXML' });
  });
});

describe('CopyObject', () => {
  it('copies bytes and attributes', async () => {
    await s3.putObject({
      Bucket,
      Key: 'source ü',
      Body: 'copy me',
      ContentType: 'text/plain',
      Metadata: { a: '1' },
    });
    const { CopyObjectResult } = await s3.copyObject({ Bucket, Key: 'copy', CopySource: `/${Bucket}/source%20%C3%BC` });
    expect(CopyObjectResult?.ETag).toBe('"56fe0b1409a5662d70cfedc4555d4771"');
    expect(await s3.getObject({ Bucket, Key: 'copy' })).toMatchObject({
      ETag: CopyObjectResult?.ETag,
      ContentType: 'text/plain',
      Metadata: { a: '1' },
    });
    await s3.deleteObject({ Bucket, Key: 'source ü' });
    expect(await bodyOf('copy')).toBe('copy me');
  });

  it('replaces the attributes if told so', async () => {
    await s3.putObject({ Bucket, Key: 'from', Body: 'x', ContentType: 'text/plain', Metadata: { a: '1' } });
    await s3.copyObject({
      Bucket,
      Key: 'from',
      CopySource: `${Bucket}/from`,
      MetadataDirective: 'REPLACE',
      Metadata: { b: '2' },
      ContentType: 'text/csv',
    });
    const head = await s3.headObject({ Bucket, Key: 'from' });
    expect(head.Metadata).toEqual({ b: '2' });
    expect(head.ContentType).toBe('text/csv');
  });

  it('refuses to copy an object to itself unchanged', async () => {
    await s3.putObject({ Bucket, Key: 'self', Body: 'x' });
    const call = s3.copyObject({ Bucket, Key: 'self', CopySource: `${Bucket}/self` });
    expect(await failureOf(call)).toMatchObject({ name: 'InvalidRequest' });
  });

  it('copies only if the conditions on source and target hold', async () => {
    const { ETag } = await s3.putObject({ Bucket, Key: 'origin', Body: 'x' });
    const copy = (more: object) => s3.copyObject({ Bucket, Key: 'target', CopySource: `${Bucket}/origin`, ...more });
    expect(await failureOf(copy({ CopySourceIfMatch: '"other"' }))).toMatchObject({ status: 412 });
    expect(await failureOf(copy({ CopySourceIfNoneMatch: ETag }))).toMatchObject({ status: 412 });
    await copy({ CopySourceIfMatch: ETag, IfNoneMatch: '*' });
    expect(await failureOf(copy({ IfNoneMatch: '*' }))).toMatchObject({ name: 'PreconditionFailed' });
  });

  it('names a source that is not there or not a source', async () => {
    const copy = (CopySource: string) => failureOf(s3.copyObject({ Bucket, Key: 'target', CopySource }));
    expect(await copy(`${Bucket}/none`)).toMatchObject({ name: 'NoSuchKey' });
    expect(await copy('none/none')).toMatchObject({ name: 'NoSuchBucket' });
    expect(await copy('justabucket')).toMatchObject({ name: 'InvalidArgument' });
    expect(await copy(`${Bucket}/%zz`)).toMatchObject({ name: 'InvalidArgument' });
  });
});
