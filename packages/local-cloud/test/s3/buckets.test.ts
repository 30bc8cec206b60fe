import { describe, expect, it } from 'vitest';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const abroad = await startS3({ region: 'eu-west-1' });

describe('buckets', () => {
  it.each([
    ['ab', 'shorter than 3 characters'],
    ['a'.repeat(64), 'longer than 63 characters'],
    ['Capitals', 'with capitals'],
    ['under_score', 'with an underscore'],
    ['-hyphen-first', 'that begins with a hyphen'],
    ['two..dots', 'with two dots in a row'],
    ['192.168.5.4', 'that looks like an IP address'],
    ['xn--name', 'with a reserved prefix'],
    ['name-s3alias', 'with a reserved suffix'],
  ])('refuses the name %s, one %s', async (Bucket) => {
    const { administrator } = cloud.context;
    await expect(cloud.context.call('s3', 'CreateBucket', { Bucket }, administrator)).rejects.toMatchObject({
      code: 'InvalidBucketName',
    });
  });

  it('creates one, finds it, lists it and deletes it', async () => {
    expect(await s3.createBucket({ Bucket: 'new-bucket' })).toMatchObject({ Location: '/new-bucket' });
    expect(await s3.headBucket({ Bucket: 'new-bucket' })).toMatchObject({ BucketRegion: 'us-east-1' });
    expect((await s3.getBucketLocation({ Bucket: 'new-bucket' })).LocationConstraint).toBeUndefined();
    expect((await s3.listBuckets({})).Buckets?.map((bucket) => bucket.Name)).toEqual(['new-bucket', 'things']);
    await s3.deleteBucket({ Bucket: 'new-bucket' });
    expect(await failureOf(s3.headBucket({ Bucket: 'new-bucket' }))).toMatchObject({ name: 'NotFound', status: 404 });
    expect(await failureOf(s3.listObjectsV2({ Bucket: 'new-bucket' }))).toMatchObject({ name: 'NoSuchBucket' });
  });

  it('lists buckets in pages', async () => {
    const first = await s3.listBuckets({ MaxBuckets: 1 });
    expect(first.Buckets).toHaveLength(1);
    expect(first.ContinuationToken).toBeUndefined();
    await s3.createBucket({ Bucket: 'aaa' });
    const { ContinuationToken } = await s3.listBuckets({ MaxBuckets: 1 });
    expect((await s3.listBuckets({ MaxBuckets: 1, ContinuationToken })).Buckets?.[0]?.Name).toBe('things');
  });

  it('answers a second CreateBucket as us-east-1 does: as if it were the first, and the objects stay', async () => {
    await s3.putObject({ Bucket: 'things', Key: 'kept', Body: 'x' });
    await s3.createBucket({ Bucket: 'things' });
    expect(await s3.headObject({ Bucket: 'things', Key: 'kept' })).toMatchObject({ ContentLength: 1 });
    expect(await failureOf(s3.deleteBucket({ Bucket: 'things' }))).toMatchObject({
      name: 'BucketNotEmpty',
      status: 409,
    });
    await s3.deleteObject({ Bucket: 'things', Key: 'kept' });
  });

  it('answers it as the other regions do, and asks for their location', async () => {
    const call = (CreateBucketConfiguration?: object) =>
      abroad.cloud.context.call(
        's3',
        'CreateBucket',
        { Bucket: 'abroad', CreateBucketConfiguration },
        abroad.cloud.context.administrator,
      );
    await expect(call()).rejects.toMatchObject({ code: 'IllegalLocationConstraintException' });
    await call({ LocationConstraint: 'eu-west-1' });
    await expect(call({ LocationConstraint: 'eu-west-1' })).rejects.toMatchObject({ code: 'BucketAlreadyOwnedByYou' });
    expect(await abroad.s3.getBucketLocation({ Bucket: 'abroad' })).toMatchObject({ LocationConstraint: 'eu-west-1' });
  });

  it('refuses us-east-1 as a location constraint', async () => {
    const call = s3.createBucket({
      Bucket: 'somewhere',
      CreateBucketConfiguration: { LocationConstraint: 'us-east-1' as never },
    });
    expect(await failureOf(call)).toMatchObject({ name: 'InvalidLocationConstraint' });
  });

  it('takes a versioning setting, and refuses one that there is not', async () => {
    await s3.putBucketVersioning({ Bucket: 'things', VersioningConfiguration: { Status: 'Enabled' } });
    const wrong = s3.putBucketVersioning({ Bucket: 'things', VersioningConfiguration: { Status: 'On' as never } });
    expect(await failureOf(wrong)).toMatchObject({ name: 'MalformedXML' });
  });

  it('says of a sub-resource it does not host that it does not', async () => {
    expect(await failureOf(s3.getBucketAcl({ Bucket: 'things' }))).toMatchObject({
      name: 'NotImplemented',
      status: 501,
      message: 'GET of an S3 bucket with ?acl is not hosted by the local cloud. Use S3 on AWS for it.',
    });
  });

  it('refuses a request that expects another owner', async () => {
    const call = s3.listObjectsV2({ Bucket: 'things', ExpectedBucketOwner: '111111111111' });
    expect(await failureOf(call)).toMatchObject({ name: 'AccessDenied', status: 403 });
  });
});
