import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signed } from '../support/signed.ts';
import { FUNCTIONS, functionBody, startWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

const HOME = 'http://127.0.0.1:4600/';
let cloud: WatchedCloud;

beforeAll(async () => {
  cloud = await startWatchedCloud({ home: () => HOME });
  await new S3Client(cloud.settings).send(
    new PutObjectCommand({ Bucket: 'things', Key: 'page.html', Body: '<script>', ContentType: 'text/html' }),
  );
});
afterAll(() => cloud.close());
beforeEach(() => {
  cloud.reached.length = 0;
});

interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly body?: string;
}

/** A request with just these headers: CreateFunction, signed as everybody can sign, unless told otherwise. */
async function send(headers: Record<string, string>, { method = 'POST', url, body = '' }: Sent = {}) {
  const address = new URL(url ?? cloud.presigned('lambda', method, FUNCTIONS, { body }));
  const { port } = new URL(cloud.endpoint);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `${address.pathname}${address.search}`;
    request({ hostname: '127.0.0.1', port, method, path, headers }, resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** What the local cloud answers to these bytes, up to the end of the connection. */
const sendBytes = (bytes: string): Promise<string> =>
  text(connect(Number(new URL(cloud.endpoint).port), '127.0.0.1').end(bytes));

const BROWSERS: Record<string, string>[] = [
  ...['none', 'same-origin', 'same-site', 'cross-site', ''].map((site) => ({ 'sec-fetch-site': site })),
  { 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-dest': 'document' },
  { 'sec-fetch-user': '?1' },
  { 'sec-fetch-storage-access': 'none' },
  ...['https://evil.example', 'http://localhost:3000', 'http://127.0.0.1:4600', 'null', ''].map((origin) => ({
    origin,
  })),
];

describe('a request from a browser', () => {
  it('creates no function, whoever signed it', async () => {
    const body = functionBody('from-a-page');
    for (const session of [false, true]) {
      const url = cloud.presigned('lambda', 'POST', FUNCTIONS, { body, session });
      expect((await send({ origin: 'https://evil.example', 'content-type': 'text/plain' }, { url, body })).status).toBe(
        403,
      );
    }
    expect((await send({}, { body })).status).toBe(201);
    expect(await cloud.holds()).toEqual(['from-a-page', 'page.html']);
  });

  it.each(BROWSERS)('that says %o reaches no service', async (headers) => {
    expect((await send(headers)).status).toBe(403);
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST']) {
      const answer = await send(headers, { method, url: cloud.presigned('s3', method, '/things/object') });
      expect([method, answer.status]).toEqual([method, 403]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(cloud.reached).toEqual([]);
  });

  it('may not become a WebSocket', async () => {
    const answer = await sendBytes(
      `GET ${FUNCTIONS} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(cloud.reached).toEqual([]);
  });

  it.each(['none', 'same-origin', 'same-site', 'cross-site'])(
    'for an object is served with the signature of a session (Sec-Fetch-Site: %s)',
    async (site) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      const get = cloud.presigned('s3', 'GET', '/things/page.html', { session: true });
      expect((await send(headers, { method: 'GET', url: get })).status).toBe(200);
      const put = cloud.presigned('s3', 'PUT', '/things/put', { session: true });
      expect((await send(headers, { method: 'PUT', url: put, body: 'x' })).status).toBe(200);
      const others = ['HEAD', 'DELETE', 'POST'].map((method) => {
        const url = cloud.presigned('s3', method, '/things/page.html', { session: true });
        return send(headers, { method, url });
      });
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([403, 403, 403]);
    },
  );

  it('for an object is refused when the signature is of another request, or was forged', async () => {
    const url = cloud.presigned('s3', 'GET', '/things/page.html', { session: true });
    const forged = [
      url.replace('page.html', 'other.html'),
      `${url}&response-content-type=text/html`,
      url.replace(/Signature=./, 'Signature=x'),
      url.replace(/X-Amz-Signature=\w+/, ''),
      url.replace(/&X-Amz-Security-Token=[^&]+/, ''),
      url.replace(/X-Amz-Credential=\w+/, 'X-Amz-Credential=local'),
      cloud.presigned('s3', 'PUT', '/things/page.html', { session: true }),
      cloud.presigned('s3', 'GET', '/things/page.html'),
    ];
    for (const one of forged) {
      expect((await send({ 'sec-fetch-site': 'none' }, { method: 'GET', url: one })).status).toBeGreaterThan(399);
    }
    expect(cloud.reached).toEqual([]);
  });

  it.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('made ahead of time (%o) is refused, whatever it is for', async (headers) => {
    const url = cloud.presigned('s3', 'GET', '/things/page.html', { session: true });
    expect((await send(headers, { method: 'GET', url })).status).toBe(403);
    expect((await send(headers, { method: 'GET', url: `${cloud.endpoint}/` })).status).toBe(403);
    expect((await send(headers)).status).toBe(403);
    expect(cloud.reached).toEqual([]);
  });

  it('for the address alone is sent to the console', async () => {
    const home = { method: 'GET', url: `${cloud.endpoint}/` };
    for (const site of ['none', 'cross-site']) {
      expect(await send({ 'sec-fetch-site': site }, home)).toMatchObject({ status: 302, headers: { location: HOME } });
    }
    expect((await send({ 'sec-fetch-site': 'none' }, { method: 'GET', url: `${cloud.endpoint}/?a` })).status).toBe(403);
    expect((await send({}, { method: 'GET', url: cloud.presigned('s3', 'GET', '/') })).status).toBe(200);
  });
});

describe('an object in a browser', () => {
  it('is downloaded, and runs nothing where it is shown', async () => {
    const disposition = encodeURIComponent('inline; filename=a.html');
    const path = `/things/page.html?response-content-disposition=${disposition}`;
    const url = cloud.presigned('s3', 'GET', path, { session: true });
    const harmless = {
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    };
    const shown = await send({ 'sec-fetch-site': 'none' }, { method: 'GET', url });
    expect(shown.headers).toMatchObject({ ...harmless, 'content-disposition': 'attachment; filename=a.html' });
    const read = await send({}, { method: 'GET', url });
    expect(read.headers).toMatchObject({ ...harmless, 'content-disposition': 'inline; filename=a.html' });
  });
});

describe('the Query protocol', () => {
  it('changes nothing by GET', async () => {
    const url = cloud.presigned('sns', 'GET', '/?Action=CreateTopic&Name=by-get');
    expect((await send({}, { method: 'GET', url })).status).toBe(405);
    expect(await cloud.holds()).not.toContain('by-get');
  });
});

describe('the Host of a request', () => {
  it.each([
    'evil.example',
    'evil.example:4599',
    'localhost.evil.example',
    'evil-localhost',
    'evil-127.0.0.1',
    'sync-localhost',
    'sync-127.0.0.1.evil.example',
    'notlocalhost:4599',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    '128.0.0.1',
    '127.0.0.256',
    '127.0.0',
    '10.0.0.1',
    '0.0.0.0',
    '192.168.1.5:4599',
    'host.docker.internal:4599',
    '[::2]',
    '[::]:4599',
    '[::ffff:10.0.0.1]',
    'localhost..',
    '.localhost',
    'evil.example@localhost',
    'localhost:4599@evil.example',
    'localhost/evil.example',
    'localhost, evil.example',
    'localhost evil.example',
    'localhost:80:80',
  ])('may not be "%s"', async (host) => {
    expect((await send({ host })).status).toBe(403);
    const url = cloud.presigned('s3', 'GET', '/things/page.html', { session: true });
    expect((await send({ host, 'sec-fetch-site': 'same-origin' }, { method: 'GET', url })).status).toBe(403);
    expect(cloud.reached).toEqual([]);
  });

  it.each([
    'localhost',
    'localhost:4599',
    'LOCALHOST:1',
    'LocalHost.',
    'localhost.:4599',
    'things.localhost',
    'my.things.s3.localhost:4599',
    'things.127.0.0.1',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.1.2.3:4599',
    '127.255.255.255',
    'sync-127.0.0.1:4599',
    '[::1]',
    '[::1]:4599',
  ])('may be "%s"', async (host) => {
    expect((await send({ host })).text).not.toContain('Forbidden');
  });

  it('may be neither missing, nor empty, nor given twice', async () => {
    const start = `GET ${FUNCTIONS}`;
    expect(await sendBytes(`${start} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 .*its Host is missing/s);
    expect(await sendBytes(`${start} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendBytes(`${start} HTTP/1.1\r\nHost:\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    const twice = 'Host: localhost\r\nHost: evil.example\r\n';
    expect(await sendBytes(`${start} HTTP/1.1\r\n${twice}\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(cloud.reached).toEqual([]);
  });

  it('names the bucket with a final dot as without it', async () => {
    const host = 'things.localhost.';
    const url = `http://${host}/by-name`;
    const headers = signed('s3', url, { method: 'PUT', headers: { host } });
    expect((await send(headers, { method: 'PUT', url })).status).toBe(200);
    expect(await cloud.holds()).toContain('by-name');
  });
});

describe('a refusal', () => {
  it('comes before the body does', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { hostname, port } = new URL(cloud.endpoint);
      const headers = { origin: 'https://evil.example', 'content-length': 1_000_000 };
      const waiting = request({ hostname, port, method: 'POST', path: FUNCTIONS, headers }, (response) => {
        resolve(response);
        waiting.destroy();
      });
      waiting.on('error', reject);
      waiting.flushHeaders();
    });
    expect(answer.statusCode).toBe(403);
  });

  it('says what was refused and what to do, as JSON where no service is named', async () => {
    const { headers, text } = await send({ origin: 'http://localhost:3000' }, { url: `${cloud.endpoint}/` });
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toEqual({
      __type: 'ForbiddenOrigin',
      message: expect.stringMatching(/refused .* from a browser .* Call from a program/),
    });
  });

  it('is an error that SDK clients understand, whichever protocol they speak', async () => {
    const forbidden = {
      name: 'ForbiddenHost',
      message: expect.stringMatching(/Host is evil\.example.*must be localhost.*Use http:\/\/127\.0\.0\.1/),
      $metadata: { httpStatusCode: 403 },
    };
    const lookup: LookupFunction = (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
    const rebound = {
      ...cloud.settings,
      endpoint: cloud.endpoint.replace('127.0.0.1', 'evil.example'),
      forcePathStyle: true,
      requestHandler: { httpAgent: new Agent({ lookup }) },
    };
    const put = new S3Client(rebound).send(new PutObjectCommand({ Bucket: 'things', Key: 'x', Body: 'x' }));
    await expect(put).rejects.toMatchObject(forbidden);
    const topic = new SNSClient(rebound).send(new CreateTopicCommand({ Name: 'x' }));
    await expect(topic).rejects.toMatchObject(forbidden);
    const list = new LambdaClient(rebound).send(new ListFunctionsCommand({}));
    await expect(list).rejects.toMatchObject(forbidden);
    expect(cloud.reached).toEqual([]);
  });
});
