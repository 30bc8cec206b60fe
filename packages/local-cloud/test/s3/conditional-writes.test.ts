import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { signed } from '../support/signed.ts';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const Bucket = 'things';
const { administrator } = cloud.context;

describe('conditional writes', () => {
  it('let exactly one of fifty racing writers make the object', async () => {
    const writers = Array.from({ length: 50 }, (_, index) =>
      s3.putObject({ Bucket, Key: 'prize', Body: `writer ${index}`, IfNoneMatch: '*' }),
    );
    const results = await Promise.allSettled(writers);
    const winners = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'PreconditionFailed' });
    }
    const { Body } = await s3.getObject({ Bucket, Key: 'prize' });
    expect(await Body?.transformToString()).toBe(`writer ${winners[0]}`);
  });

  it('let exactly one of many writers replace the same version', async () => {
    const { ETag } = await s3.putObject({ Bucket, Key: 'version', Body: 'first' });
    const writers = Array.from({ length: 20 }, (_, index) =>
      s3.putObject({ Bucket, Key: 'version', Body: `writer ${index}`, IfMatch: ETag }),
    );
    const results = await Promise.allSettled(writers);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('fail with 404 if there is nothing to match, and take no other If-None-Match than *', async () => {
    const put = (more: object) => failureOf(s3.putObject({ Bucket, Key: 'nothing', Body: 'x', ...more }));
    expect(await put({ IfMatch: '"etag"' })).toMatchObject({ name: 'NoSuchKey', status: 404 });
    expect(await put({ IfNoneMatch: '"etag"' })).toMatchObject({ name: 'NotImplemented', status: 501 });
  });

  it('refuse a large upload before its body is sent, so that the client hears the reason', async () => {
    const headers = { 'content-length': '10000000', 'if-none-match': '*', expect: '100-continue' };
    const upload = async (key: string) => {
      const url = `${cloud.endpoint}/${Bucket}/${key}`;
      const payload = 'UNSIGNED-PAYLOAD';
      const put = request(url, { method: 'PUT', headers: signed('s3', url, { method: 'PUT', headers, payload }) });
      let isAskedForBody = false;
      put.on('continue', () => {
        isAskedForBody = true;
        put.end('x'.repeat(10_000_000));
      });
      put.flushHeaders();
      const [{ statusCode, headers: answered }] = (await once(put, 'response')) as [IncomingMessage];
      put.destroy();
      return [statusCode, isAskedForBody, answered.connection];
    };
    expect(await upload('large')).toEqual([200, true, 'keep-alive']);
    expect(await upload('large')).toEqual([412, false, 'close']);
    expect(await upload('../no-such-bucket/large')).toEqual([404, false, 'close']);
  });

  it('fail with a conflict if the object is deleted while they are under way', async () => {
    await s3.putObject({ Bucket, Key: 'contested', Body: 'first' });
    const { ETag } = await s3.headObject({ Bucket, Key: 'contested' });
    const slow = new PassThrough();
    slow.write('half');
    const put = cloud.context.call(
      's3',
      'PutObject',
      { Bucket, Key: 'contested', Body: slow, IfMatch: ETag },
      administrator,
    );
    const failed = expect(put).rejects.toMatchObject({ code: 'ConditionalRequestConflict', statusCode: 409 });
    await s3.deleteObject({ Bucket, Key: 'contested' });
    slow.end('whole');
    await failed;
    expect(await failureOf(s3.headObject({ Bucket, Key: 'contested' }))).toMatchObject({ status: 404 });
  });
});
