import { createHmac } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signed } from '../support/signed.ts';
import { startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const Bucket = 'things';

describe('presigned URLs', () => {
  it('let anyone read one object, with the headers that were signed in', async () => {
    await s3.putObject({ Bucket, Key: 'exports/a b.csv', Body: 'a,b' });
    const command = new GetObjectCommand({ Bucket, Key: 'exports/a b.csv', ResponseContentDisposition: 'attachment' });
    const answer = await fetch(await getSignedUrl(s3, command, { expiresIn: 60 }));
    expect([answer.status, await answer.text()]).toEqual([200, 'a,b']);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  });

  it('let anyone write one object', async () => {
    const command = new PutObjectCommand({
      Bucket,
      Key: 'upload.csv',
      ContentType: 'text/csv',
      Metadata: { from: 'url' },
    });
    const url = await getSignedUrl(s3, command);
    const answer = await fetch(url, { method: 'PUT', body: 'uploaded', headers: { 'content-type': 'text/csv' } });
    expect(answer.status).toBe(200);
    const { Body, ...head } = await s3.getObject({ Bucket, Key: 'upload.csv' });
    expect(await Body?.transformToString()).toBe('uploaded');
    expect(head).toMatchObject({ ContentType: 'text/csv', Metadata: { from: 'url' } });
  });

  it('expire', async () => {
    const command = new GetObjectCommand({ Bucket, Key: 'exports/a b.csv' });
    const signingDate = new Date(Date.now() - 61_000);
    const answer = await fetch(await getSignedUrl(s3, command, { expiresIn: 60, signingDate }));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toMatch(/<Code>AccessDenied<\/Code><Message>Request has expired<\/Message>/);
  });

  it('end with the session that signed them, however long they were to work', async () => {
    const session = cloud.context.assumeRole('arn:aws:iam::000000000000:role/Signer', 'an-hour');
    const signer = new S3({ ...cloud.settings, credentials: cloud.context.credentialsFor(session, 3600) });
    const link = await getSignedUrl(signer, new GetObjectCommand({ Bucket, Key: 'upload.csv' }), {
      expiresIn: 604_800,
    });
    expect((await fetch(link)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    onTestFinished(() => void vi.useRealTimers());
    const answer = await fetch(link);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('<Code>ExpiredToken</Code>')]);
  });

  it('are good for a week at most', async () => {
    const url = new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'x' })));
    url.searchParams.set('X-Amz-Expires', '604801');
    const answer = await fetch(url);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<Code>AuthorizationQueryParametersError</Code>');
  });
});

describe('presigned URLs of signature version 2, as boto3 makes them in us-east-1', () => {
  const address = async (parameters: Record<string, string>) => {
    await s3.putObject({ Bucket, Key: 'v2.csv', Body: 'a,b' });
    return fetch(`${cloud.endpoint}/${Bucket}/v2.csv?${new URLSearchParams(parameters)}`);
  };
  /** As boto3 1.40 signs it. */
  const signatureFor = (expires: string, resource = `/${Bucket}/v2.csv`) =>
    createHmac('sha1', 'local').update(`GET\n\n\n${expires}\n${resource}`).digest('base64');
  const signedUntil = (Expires: string) => ({ AWSAccessKeyId: 'local', Signature: signatureFor(Expires), Expires });
  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

  it('read an object until they expire', async () => {
    const answer = await address(signedUntil(inSeconds(3600)));
    expect([answer.status, await answer.text()]).toEqual([200, 'a,b']);
    const late = await address(signedUntil(inSeconds(-1)));
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });

  it('are refused without a time of their end', async () => {
    const { Expires: _, ...endless } = signedUntil('');
    expect((await address(endless)).status).toBe(403);
    expect((await address(signedUntil('tomorrow'))).status).toBe(403);
  });

  it('are refused when they are of another object, or later than they were signed for', async () => {
    const Expires = inSeconds(3600);
    const other = await address({ ...signedUntil(Expires), Signature: signatureFor(Expires, `/${Bucket}/other.csv`) });
    expect([other.status, await other.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
    const later = await address({ ...signedUntil(Expires), Expires: inSeconds(7200) });
    expect(later.status).toBe(403);
  });
});

describe('addresses', () => {
  it('may have the bucket in the host', async () => {
    await s3.putObject({ Bucket, Key: 'a/b', Body: 'by host' });
    const { request } = await import('node:http');
    for (const host of ['things.localhost', 'things.s3.localhost:4599', 'things.127.0.0.1']) {
      const text = await new Promise((resolve, reject) => {
        const { hostname, port } = new URL(cloud.endpoint);
        const headers = signed('s3', cloud.endpoint, { path: '/a/b', headers: { host } });
        request({ hostname, port, path: '/a/b', headers }, (answer) => {
          answer.setEncoding('utf8').on('data', resolve);
        })
          .on('error', reject)
          .end();
      });
      expect(text).toBe('by host');
    }
  });

  it('that cannot be decoded are refused', async () => {
    const signed = new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'x' })));
    const answer = await fetch(`${cloud.endpoint}/things/%ff${signed.search}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('<Code>InvalidURI</Code>')]);
  });
});
