import { request } from 'node:http';
import { PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const role = cloud.context.assumeRole('arn:aws:iam::000000000000:role/Signer', 'session');
const signer = new S3({ ...cloud.settings, credentials: cloud.context.credentialsFor(role) });
const Bucket = 'things';

/** As a browser sends it: `fetch` of Node leaves Origin and Sec-Fetch-* out. */
const send = (url: string, method: string, headers: Record<string, string>) =>
  new Promise<{ status?: number; headers: Record<string, unknown> }>((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, headers: answer.headers });
    })
      .on('error', reject)
      .end();
  });

const preflight = (url: string, origin: string, method = 'PUT') =>
  send(url, 'OPTIONS', {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type',
  });

describe('the CORS of a bucket', () => {
  it('lets the pages it names use presigned URLs, with the methods and headers it names', async () => {
    const rule = { AllowedOrigins: ['https://app.example'], AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'] };
    await s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });
    const url = await getSignedUrl(signer, new PutObjectCommand({ Bucket, Key: 'upload.csv' }));
    expect(await preflight(url, 'https://app.example')).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type',
      },
    });
    expect(await send(url, 'PUT', { origin: 'https://app.example' })).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': 'https://app.example' },
    });
    expect((await preflight(url, 'https://other.example')).status).toBe(403);
    expect((await preflight(url, 'https://app.example', 'DELETE')).status).toBe(403);
  });

  it('with * lets in the pages of this machine, and no other', async () => {
    const rule = { AllowedOrigins: ['*'], AllowedMethods: ['PUT'] };
    await s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });
    const url = await getSignedUrl(signer, new PutObjectCommand({ Bucket, Key: 'upload.csv' }));
    expect((await preflight(url, 'http://127.0.0.1:4600')).status).toBe(200);
    expect((await preflight(url, 'https://other.example')).status).toBe(403);
    expect((await preflight(url, 'http://127.0.0.1.other.example')).status).toBe(403);
    const byEverybody = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'upload.csv' }));
    expect((await preflight(byEverybody, 'http://127.0.0.1:4600')).status).toBe(403);
    const unsigned = url.replace(/&?X-Amz-Signature=\w+/, '');
    expect((await preflight(unsigned, 'http://127.0.0.1:4600')).status).toBe(403);
  });
});
