import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { signed } from '../support/signed.ts';
import { startS3 } from './s3-cloud.ts';

const { cloud } = await startS3();

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const url = cloud.endpoint + path;
  const answer = await fetch(url, {
    method,
    headers: signed('s3', url, { method, headers, body }),
    ...(body && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1], text };
}

const md5 = (body: string) => ({ 'content-md5': createHash('md5').update(body).digest('base64') });

describe('a bad request', () => {
  it('gets an error document that names code, resource and request', async () => {
    const { status, text } = await send('GET', '/things/none%20such');
    expect(status).toBe(404);
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>NoSuchKey<\/Code><Message>The specified key does not exist.<\/Message><Key>none such<\/Key><Resource>\/things\/none%20such<\/Resource><RequestId>[\w-]+<\/RequestId><\/Error>$/,
    );
  });

  it('gets no body to a HEAD', async () => {
    expect(await send('HEAD', '/things/none')).toMatchObject({ status: 404, text: '' });
  });

  it.each([
    ['<Delete><Object><Key>a</Key>', 'that does not close its elements'],
    ['<Delete></Delete>', 'that names no object'],
    ['not xml', 'that is none'],
    ['<!DOCTYPE x [<!ENTITY a "aaaa">]><Delete><Object><Key>&a;</Key></Object></Delete>', 'with a document type'],
  ])('with the XML %s, one %s, is malformed', async (body) => {
    expect(await send('POST', '/things?delete', body, md5(body))).toMatchObject({ status: 400, code: 'MalformedXML' });
  });

  it('that deletes many objects without a digest is refused', async () => {
    const body = '<Delete><Object><Key>a</Key></Object></Delete>';
    expect(await send('POST', '/things?delete', body)).toMatchObject({ status: 400, code: 'InvalidRequest' });
    const other = md5('something else');
    expect(await send('POST', '/things?delete', body, other)).toMatchObject({ status: 400, code: 'BadDigest' });
  });

  it('with a method S3 does not have is not allowed', async () => {
    expect(await send('PATCH', '/things/a', 'x')).toMatchObject({ status: 405, code: 'MethodNotAllowed' });
    expect(await send('POST', '/things/a?restore', 'x')).toMatchObject({ status: 501, code: 'NotImplemented' });
    expect(await send('DELETE', '/')).toMatchObject({ status: 405 });
  });

  it.each(['//', '/..', '/../../etc/passwd', '/things/../../../etc/passwd', '/things/%2e%2e/%2e%2e/etc', '/%00'])(
    'for the path %s finds nothing and does no harm',
    async (path) => {
      const { hostname, port } = new URL(cloud.endpoint);
      const headers = signed('s3', cloud.endpoint, { path });
      const status = await new Promise((resolve, reject) => {
        request({ hostname, port, path, headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect([400, 404]).toContain(status);
    },
  );
});
