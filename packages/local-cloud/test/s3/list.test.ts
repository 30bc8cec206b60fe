import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const Bucket = 'things';
const KEYS = [
  'a',
  'a/b',
  'a/b/c',
  'a/d',
  'b&<c>',
  'photos/2006/1.jpg',
  'photos/2006/2.jpg',
  'photos/x',
  'ä',
  '\uffee',
  '😀',
];

beforeAll(async () => {
  for (const Key of KEYS) await s3.putObject({ Bucket, Key, Body: Key });
});

describe('ListObjectsV2', () => {
  it('lists keys in the order of their UTF-8 bytes', async () => {
    const { Contents, KeyCount, IsTruncated } = await s3.listObjectsV2({ Bucket });
    expect(Contents?.map((object) => object.Key)).toEqual(KEYS);
    expect({ KeyCount, IsTruncated }).toEqual({ KeyCount: KEYS.length, IsTruncated: false });
    expect(Contents?.[1]).toMatchObject({
      Size: 3,
      StorageClass: 'STANDARD',
      ETag: expect.stringMatching(/^"\w{32}"$/),
    });
  });

  it('rolls keys up to the delimiter', async () => {
    const top = await s3.listObjectsV2({ Bucket, Delimiter: '/' });
    expect(top.CommonPrefixes?.map((each) => each.Prefix)).toEqual(['a/', 'photos/']);
    expect(top.Contents?.map((each) => each.Key)).toEqual(['a', 'b&<c>', 'ä', '\uffee', '😀']);
    const inner = await s3.listObjectsV2({ Bucket, Delimiter: '/', Prefix: 'photos/' });
    expect(inner.CommonPrefixes).toEqual([{ Prefix: 'photos/2006/' }]);
    expect(inner.Contents?.map((each) => each.Key)).toEqual(['photos/x']);
  });

  it.each([1, 2, 3, 100])('gives the same in pages of %i', async (pageSize) => {
    const seen: string[] = [];
    const pages = paginateListObjectsV2({ client: s3, pageSize }, { Bucket, Delimiter: '/' });
    for await (const page of pages) {
      expect(page.KeyCount).toBeLessThanOrEqual(pageSize);
      seen.push(...(page.Contents ?? []).map((each) => each.Key ?? ''));
      seen.push(...(page.CommonPrefixes ?? []).map((each) => each.Prefix ?? ''));
    }
    expect(seen.sort()).toEqual(['a', 'a/', 'b&<c>', 'photos/', 'ä', '\uffee', '😀'].sort());
  });

  it('starts after a key, and shows owners when asked', async () => {
    const { Contents } = await s3.listObjectsV2({
      Bucket,
      StartAfter: 'photos/2006/1.jpg',
      MaxKeys: 1,
      FetchOwner: true,
    });
    expect(Contents).toMatchObject([{ Key: 'photos/2006/2.jpg', Owner: { ID: expect.any(String) } }]);
  });

  it('encodes keys for clients that ask for it', async () => {
    const { Contents, EncodingType } = await s3.listObjectsV2({ Bucket, EncodingType: 'url', Prefix: 'b' });
    expect(EncodingType).toBe('url');
    expect(Contents?.[0]?.Key).toBe('b%26%3Cc%3E');
  });

  it('refuses a token it did not make and sizes that are not numbers', async () => {
    const list = (more: object) => failureOf(s3.listObjectsV2({ Bucket, ...more }));
    expect(await list({ ContinuationToken: 'made up' })).toMatchObject({ name: 'InvalidArgument', status: 400 });
    expect(await list({ MaxKeys: -1 })).toMatchObject({ name: 'InvalidArgument' });
    expect(await list({ EncodingType: 'base64' })).toMatchObject({ name: 'InvalidArgument' });
    expect(await s3.listObjectsV2({ Bucket, MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('any keys and bodies', () => {
  const { administrator } = cloud.context;
  const step = fc.constantFrom(
    'a',
    'b',
    '..',
    '.',
    '',
    ' ',
    '+',
    '%41',
    'é',
    '\ufb01',
    '😀',
    '&<>"',
    '#?',
    "'*",
    '\\',
    'A',
  );
  const anyKey = fc
    .oneof(
      fc.array(step, { minLength: 1, maxLength: 5 }).map((steps) => steps.join('/')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    )
    // Control characters cannot travel in XML 1.0, and S3 refuses `..` that climb out of the key.
    .filter((key) => key !== '' && !/\p{Cc}/u.test(key) && !/(^|\/)\.\.(\/|$)/.test(key));

  it('are listed in order and read back identical', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyKey, { maxLength: 12 }),
        fc.uint8Array({ maxLength: 300 }),
        async (keys, bytes) => {
          const name = `round-${round++}`;
          await cloud.context.call('s3', 'CreateBucket', { Bucket: name }, administrator);
          for (const [at, Key] of keys.entries()) {
            await s3.putObject({ Bucket: name, Key, Body: Buffer.concat([bytes, Buffer.from([at])]) });
          }
          const { Contents = [] } = await s3.listObjectsV2({ Bucket: name });
          const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
          expect(Contents.map((object) => object.Key)).toEqual(sorted);
          for (const [at, Key] of keys.entries()) {
            const { Body } = await s3.getObject({ Bucket: name, Key });
            expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(
              Buffer.concat([bytes, Buffer.from([at])]),
            );
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
