import { S3 } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { accessDenied } from '../../src/iam/access-denied.ts';
import type { Caller, Permission } from '../../src/service.ts';
import { failureOf, startS3 } from './s3-cloud.ts';

let allowed: string[] = [];
let asked: Permission[] = [];

const authorize = (caller: Caller, permissions: Permission[]) => {
  asked = permissions;
  const denied = permissions.find(({ action }) => !allowed.includes(action));
  if (denied) throw accessDenied(caller.arn, denied.action, denied.resource, 'no-identity-policy');
};

const { cloud, s3: admin } = await startS3({ authorize });
const role = cloud.context.assumeRole('arn:aws:iam::000000000000:role/reader', 'session');
const s3 = new S3({ endpoint: cloud.endpoint, region: 'us-east-1', credentials: cloud.context.credentialsFor(role) });
const Bucket = 'things';
await admin.putObject({ Bucket, Key: 'there', Body: 'x' });

async function asksFor(call: () => Promise<unknown>): Promise<string[]> {
  allowed = ['s3:*'];
  await failureOf(call());
  return asked.map(({ action, resource }) => `${action} ${resource}`);
}

describe('a role', () => {
  it('is asked for the permissions AWS documents', async () => {
    const Key = 'k';
    const where = { Bucket, Key, UploadId: 'u' };
    const onObject = 'arn:aws:s3:::things/k';
    expect(await asksFor(() => s3.getObject({ Bucket, Key: 'there' }))).toEqual([
      's3:GetObject arn:aws:s3:::things/there',
    ]);
    expect(await asksFor(() => s3.headObject({ Bucket, Key: 'there' }))).toEqual([
      's3:GetObject arn:aws:s3:::things/there',
    ]);
    expect(await asksFor(() => s3.putObject({ Bucket, Key, Body: 'x' }))).toEqual([`s3:PutObject ${onObject}`]);
    expect(await asksFor(() => s3.putObject({ Bucket, Key, Body: 'x', IfMatch: 'e' }))).toEqual([
      `s3:PutObject ${onObject}`,
      `s3:GetObject ${onObject}`,
    ]);
    expect(await asksFor(() => s3.deleteObject({ Bucket, Key }))).toEqual([`s3:DeleteObject ${onObject}`]);
    expect(await asksFor(() => s3.copyObject({ Bucket, Key, CopySource: 'things/there' }))).toEqual([
      's3:GetObject arn:aws:s3:::things/there',
      `s3:PutObject ${onObject}`,
    ]);
    expect(await asksFor(() => s3.abortMultipartUpload(where))).toEqual([`s3:AbortMultipartUpload ${onObject}`]);
    expect(await asksFor(() => s3.listParts(where))).toEqual([`s3:ListMultipartUploadParts ${onObject}`]);
    expect(await asksFor(() => s3.listBuckets({}))).toEqual(['s3:ListAllMyBuckets *']);
  });

  it('is told of each key it may not delete', async () => {
    allowed = [];
    const Delete = { Objects: [{ Key: 'there' }] };
    const { Deleted, Errors } = await s3.deleteObjects({ Bucket, Delete });
    expect(Deleted).toBeUndefined();
    expect(Errors).toMatchObject([{ Key: 'there', Code: 'AccessDenied' }]);
    expect((await admin.headObject({ Bucket, Key: 'there' })).ContentLength).toBe(1);
  });

  it('lists with the prefix as a condition key', async () => {
    await asksFor(() => s3.listObjectsV2({ Bucket, Prefix: 'runs/' }));
    expect(asked).toEqual([
      { action: 's3:ListBucket', resource: 'arn:aws:s3:::things', context: { 's3:prefix': 'runs/' } },
    ]);
  });

  it('that may not list the bucket does not learn which keys are missing', async () => {
    allowed = ['s3:GetObject'];
    expect((await s3.getObject({ Bucket, Key: 'there' })).ContentLength).toBe(1);
    expect(await failureOf(s3.getObject({ Bucket, Key: 'missing' }))).toMatchObject({
      name: 'AccessDenied',
      status: 403,
      message: expect.stringContaining(
        'is not authorized to perform: s3:ListBucket on resource: "arn:aws:s3:::things"',
      ),
    });
    allowed = ['s3:GetObject', 's3:ListBucket'];
    expect(await failureOf(s3.getObject({ Bucket, Key: 'missing' }))).toMatchObject({ name: 'NoSuchKey', status: 404 });
  });
});
