import { request } from 'node:http';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3 } = await startS3();
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
    expect(await failureOf(s3.getBucketCors({ Bucket }))).toMatchObject({ name: 'NoSuchCORSConfiguration' });
    const rule = { AllowedOrigins: ['https://app.example'], AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'] };
    await s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });
    expect((await s3.getBucketCors({ Bucket })).CORSRules).toMatchObject([rule]);
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'upload.csv' }));
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
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'upload.csv' }));
    expect((await preflight(url, 'http://127.0.0.1:4600')).status).toBe(200);
    expect((await preflight(url, 'https://other.example')).status).toBe(403);
    expect((await preflight(url, 'http://127.0.0.1.other.example')).status).toBe(403);
    const unsigned = url.replace(/&?X-Amz-Signature=\w+/, '');
    expect((await preflight(unsigned, 'http://127.0.0.1:4600')).status).toBe(403);
  });

  it('is not asked when a link on a page of this machine leads to a download', async () => {
    await s3.putObject({ Bucket, Key: 'results.csv', Body: 'a' });
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'results.csv' }));
    const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await send(url, 'GET', { ...link, 'sec-fetch-site': 'same-site' })).status).toBe(200);
    expect((await send(url, 'GET', { ...link, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-site' };
    expect((await send(url, 'GET', image)).status).toBe(403);
  });
});
