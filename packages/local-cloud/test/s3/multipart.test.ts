import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { describe, expect, it } from 'vitest';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, service } = await startS3();
const Bucket = 'things';
const MiB = 1024 * 1024;

const md5 = (bytes: Buffer) => createHash('md5').update(bytes);

async function begin(Key: string, more = {}) {
  const { UploadId } = await s3.createMultipartUpload({ Bucket, Key, ...more });
  return { Bucket, Key, UploadId };
}

describe('multipart uploads', () => {
  it('are how lib-storage uploads a stream of unknown length', async () => {
    const bytes = randomBytes(12 * MiB);
    const upload = new Upload({
      client: s3,
      params: { Bucket, Key: 'large', Body: Readable.from([bytes]), ContentType: 'text/csv' },
    });
    const { ETag } = await upload.done();
    const parts = [bytes.subarray(0, 5 * MiB), bytes.subarray(5 * MiB, 10 * MiB), bytes.subarray(10 * MiB)];
    const expected = md5(Buffer.concat(parts.map((part) => md5(part).digest()))).digest('hex');
    expect(ETag).toBe(`"${expected}-3"`);
    const { Body, ContentType } = await s3.getObject({ Bucket, Key: 'large' });
    expect(ContentType).toBe('text/csv');
    expect(bytes.equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    expect(await s3.listMultipartUploads({ Bucket })).not.toHaveProperty('Uploads');
    const second = await s3.getObject({ Bucket, Key: 'large', PartNumber: 2 });
    expect(second).toMatchObject({
      PartsCount: 3,
      ContentLength: 5 * MiB,
      ContentRange: `bytes ${5 * MiB}-${10 * MiB - 1}/${12 * MiB}`,
    });
    second.Body?.transformToByteArray();
    expect(await failureOf(s3.headObject({ Bucket, Key: 'large', PartNumber: 4 }))).toMatchObject({ status: 416 });
  });

  it('are completed once more with the same answer, when the first was lost', async () => {
    const where = await begin('twice');
    const { ETag } = await s3.uploadPart({ ...where, PartNumber: 1, Body: 'all of it' });
    const complete = () =>
      s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } });
    const [first, again] = [await complete(), await complete()];
    expect(again.ETag).toBe(first.ETag);
    await s3.putObject({ Bucket, Key: 'twice', Body: 'other' });
    expect(await failureOf(complete())).toMatchObject({ name: 'NoSuchUpload' });
  });

  it.each([
    ['CRC32', undefined, 'COMPOSITE', /^.{8}-2$/],
    ['CRC32C', 'FULL_OBJECT', 'FULL_OBJECT', /^.{8}$/],
    ['SHA256', undefined, 'COMPOSITE', /^.{44}-2$/],
    ['CRC64NVME', undefined, 'FULL_OBJECT', /^.{12}$/],
  ] as const)('keep a %s checksum of type %s as %s', async (ChecksumAlgorithm, ChecksumType, type, form) => {
    const where = await begin(`sum-${ChecksumAlgorithm}`, { ChecksumAlgorithm, ChecksumType });
    const Parts = [];
    for (const [PartNumber, Body] of [
      [1, Buffer.alloc(5 * MiB, 'a')],
      [2, Buffer.from('tail')],
    ] as const) {
      const part = await s3.uploadPart({ ...where, PartNumber, Body, ChecksumAlgorithm });
      Parts.push({ ...part, PartNumber });
    }
    const done = await s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts } });
    const member = `Checksum${ChecksumAlgorithm}` as const;
    expect(done[member]).toMatch(form);
    const head = await s3.headObject({ Bucket, Key: where.Key, ChecksumMode: 'ENABLED' });
    expect(head).toMatchObject({ [member]: done[member], ChecksumType: type });
    if (type === 'FULL_OBJECT') {
      const whole = Buffer.concat([Buffer.alloc(5 * MiB, 'a'), Buffer.from('tail')]);
      expect(await s3.putObject({ Bucket, Key: 'whole', Body: whole, ChecksumAlgorithm })).toMatchObject({
        [member]: done[member],
      });
    }
  });

  it('show their parts, and are gone once aborted', async () => {
    const where = await begin('aborted', { Metadata: { a: '1' } });
    for (const PartNumber of [3, 1, 2]) await s3.uploadPart({ ...where, PartNumber, Body: `part ${PartNumber}` });
    const page = await s3.listParts({ ...where, MaxParts: 2 });
    expect(page.Parts?.map((part) => [part.PartNumber, part.Size])).toEqual([
      [1, 6],
      [2, 6],
    ]);
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
    const { Uploads } = await s3.listMultipartUploads({ Bucket, Prefix: 'abo' });
    expect(Uploads).toMatchObject([{ Key: 'aborted', UploadId: where.UploadId }]);
    await s3.abortMultipartUpload(where);
    expect(await failureOf(s3.listParts(where))).toMatchObject({ name: 'NoSuchUpload', status: 404 });
    expect(await failureOf(s3.uploadPart({ ...where, PartNumber: 1, Body: 'x' }))).toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('refuse parts that are too small, unknown, out of order or wrong', async () => {
    const where = await begin('refused');
    const one = await s3.uploadPart({ ...where, PartNumber: 1, Body: 'small' });
    const two = await s3.uploadPart({ ...where, PartNumber: 2, Body: 'last' });
    const first = { ...one, PartNumber: 1 };
    const last = { ...two, PartNumber: 2 };
    const complete = (Parts: { PartNumber: number; ETag?: string }[]) =>
      failureOf(s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts } }));
    expect(await complete([first, last])).toMatchObject({ name: 'EntityTooSmall', status: 400 });
    expect(await complete([last, first])).toMatchObject({ name: 'InvalidPartOrder' });
    expect(await complete([{ ...first, PartNumber: 7 }])).toMatchObject({ name: 'InvalidPart' });
    expect(await complete([{ ...first, ETag: '"wrong"' }])).toMatchObject({ name: 'InvalidPart' });
    expect(await complete([])).toMatchObject({ name: 'MalformedXML' });
    expect(await failureOf(s3.uploadPart({ ...where, PartNumber: 10_001, Body: 'x' }))).toMatchObject({
      name: 'InvalidArgument',
    });
    await s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts: [first] } });
    expect(await (await s3.getObject({ Bucket, Key: 'refused' })).Body?.transformToString()).toBe('small');
  });

  it.each([
    ['in order', [1, 2, 3]],
    ['in any order', [2, 3, 1]],
    ['the last one first', [3, 1, 2]],
    ['one of them twice', [1, 2, 3, 2]],
    ['one that is not listed in the end', [1, 2, 3, 4]],
  ])('are the same bytes however their parts come: %s', async (name, order) => {
    const where = await begin(`order ${name}`, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const sent = new Map<number, { body: Buffer; ETag?: string }>();
    for (const number of order) {
      const body = randomBytes(number >= 3 ? 1000 : 5 * MiB);
      const { ETag } = await s3.uploadPart({ ...where, PartNumber: number, Body: body, ChecksumAlgorithm: 'CRC32' });
      sent.set(number, { body, ETag });
    }
    const listed = [1, 2, 3].map((number) => ({ PartNumber: number, ETag: sent.get(number)?.ETag }));
    const whole = Buffer.concat([1, 2, 3].map((number) => sent.get(number)?.body ?? Buffer.alloc(0)));
    await s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts: listed } });
    const { Body, ChecksumCRC32 } = await s3.getObject({ Bucket, Key: where.Key, ChecksumMode: 'ENABLED' });
    expect(whole.equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    expect(await s3.putObject({ Bucket, Key: 'again', Body: whole, ChecksumAlgorithm: 'CRC32' })).toMatchObject({
      ChecksumCRC32,
    });
    expect((await stat(service.objects.get(Bucket, where.Key)?.path ?? '')).size).toBe(whole.length);
  });

  it('lose nothing when parts come at the same time, one of them fails and is sent again', async () => {
    const where = await begin('at once');
    const bodies = [randomBytes(5 * MiB), randomBytes(5 * MiB), randomBytes(7)];
    const upload = (index: number, more = {}) =>
      s3.uploadPart({ ...where, PartNumber: index + 1, Body: bodies[index], ...more });
    const failed = failureOf(upload(1, { ContentMD5: md5(Buffer.from('other')).digest('base64') }));
    const [one, three] = await Promise.all([upload(0), upload(2)]);
    expect(await failed).toMatchObject({ name: 'BadDigest' });
    const two = await upload(1);
    const Parts = [one, two, three].map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }));
    await s3.completeMultipartUpload({ ...where, MultipartUpload: { Parts } });
    const { Body } = await s3.getObject({ Bucket, Key: where.Key });
    expect(Buffer.concat(bodies).equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
  });

  it('take no parts from other objects, and say so', async () => {
    const where = await begin('assembled');
    const copy = s3.uploadPartCopy({ ...where, PartNumber: 1, CopySource: `${Bucket}/again` });
    expect(await failureOf(copy)).toMatchObject({ status: expect.any(Number) });
  });

  it('complete only if the condition holds', async () => {
    await s3.putObject({ Bucket, Key: 'taken', Body: 'first' });
    const where = await begin('taken');
    const part = await s3.uploadPart({ ...where, PartNumber: 1, Body: 'second' });
    const MultipartUpload = { Parts: [{ ...part, PartNumber: 1 }] };
    const call = s3.completeMultipartUpload({ ...where, MultipartUpload, IfNoneMatch: '*' });
    expect(await failureOf(call)).toMatchObject({ name: 'PreconditionFailed', status: 412 });
    await s3.completeMultipartUpload({ ...where, MultipartUpload });
    expect(service.objects.get(Bucket, 'taken')?.size).toBe(6);
  });
});
