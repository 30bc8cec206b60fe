import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREATE_FUNCTION, functionBody, signedFor, startWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

const CONSOLE = 'http://127.0.0.1:4600';
let cloud: WatchedCloud;

beforeAll(async () => {
  cloud = await startWatchedCloud({ origins: [CONSOLE] });
});
afterAll(() => cloud.close());
beforeEach(() => {
  cloud.reached.length = 0;
});

/** A request with just these headers: CreateFunction, unless told otherwise. */
async function send(headers: Record<string, string>, { method = 'POST', path = CREATE_FUNCTION, body = '' } = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(cloud.endpoint);
    request({ hostname, port, method, path, headers }, resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** What the local cloud answers to these bytes, up to the end of the connection. */
const sendBytes = (bytes: string): Promise<string> =>
  text(connect(Number(new URL(cloud.endpoint).port), '127.0.0.1').end(bytes));

describe('a request from a web page', () => {
  it('of another origin creates no function', async () => {
    const origin = 'https://evil.example';
    const answer = await send({ origin, 'content-type': 'text/plain' }, { body: functionBody('from-a-page') });
    expect(answer.status).toBe(403);
    expect(await cloud.holds()).toEqual([]);
  });

  it.each([
    'https://evil.example',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.0.0.1:46000',
    'https://127.0.0.1:4600',
    'http://localhost:4600',
    'HTTP://127.0.0.1:4600',
    'http://127.0.0.1:4600/',
    'http://127.0.0.1:4600.evil.example',
    `${CONSOLE}, https://evil.example`,
    'chrome-extension://abcdefghijklmnop',
    'null',
    '',
  ])('with Origin "%s" is refused, whatever else it says', async (origin) => {
    for (const site of ['none', 'same-origin', 'same-site', 'cross-site']) {
      expect((await send({ origin, 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await send({ origin })).status).toBe(403);
    expect(cloud.reached).toEqual([]);
  });

  it.each(['cross-site', 'same-site', 'Same-Origin', 'none, cross-site', 'anything', ''])(
    'with Sec-Fetch-Site "%s" and no Origin is refused',
    async (site) => {
      expect((await send({ 'sec-fetch-site': site })).status).toBe(403);
      expect(cloud.reached).toEqual([]);
    },
  );

  it('of the same address is refused too, where it is not the console', async () => {
    expect((await send({ origin: cloud.endpoint, 'sec-fetch-site': 'same-origin' })).status).toBe(403);
    expect(cloud.reached).toEqual([]);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])('is refused with %s as well', async (method) => {
    const path = `/things/object?${signedFor('s3')}`;
    const answer = await send({ origin: 'https://evil.example' }, { method, path });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(cloud.reached).toEqual([]);
  });

  it('may not become a WebSocket', async () => {
    const answer = await sendBytes(
      `GET ${CREATE_FUNCTION} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(cloud.reached).toEqual([]);
  });

  it.each(['same-origin', 'same-site', 'cross-site', undefined])(
    'of the console is served, with Sec-Fetch-Site %s',
    async (site) => {
      await send({ origin: CONSOLE, ...(site && { 'sec-fetch-site': site }) });
      expect(cloud.reached).toEqual([`POST ${CREATE_FUNCTION}`]);
    },
  );

  it.each(['none', 'same-origin'])('that a person opened themselves (Sec-Fetch-Site: %s) is served', async (site) => {
    await send({ 'sec-fetch-site': site });
    expect(cloud.reached).toHaveLength(1);
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
    expect((await send({ host, origin: CONSOLE, 'sec-fetch-site': 'same-origin' })).status).toBe(403);
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
    await send({ host });
    expect(cloud.reached).toHaveLength(1);
  });

  it('may be neither missing, nor empty, nor given twice', async () => {
    const start = `GET ${CREATE_FUNCTION}`;
    expect(await sendBytes(`${start} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 .*its Host is missing/s);
    expect(await sendBytes(`${start} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendBytes(`${start} HTTP/1.1\r\nHost:\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    const twice = 'Host: localhost\r\nHost: evil.example\r\n';
    expect(await sendBytes(`${start} HTTP/1.1\r\n${twice}\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(cloud.reached).toEqual([]);
  });

  it('names the bucket with a final dot as without it', async () => {
    const path = `/by-name?${signedFor('s3')}`;
    expect((await send({ host: 'things.localhost.' }, { method: 'PUT', path })).status).toBe(200);
    expect(await cloud.holds()).toContain('by-name');
  });
});

describe('a refusal', () => {
  it('comes before the body does', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { hostname, port } = new URL(cloud.endpoint);
      const headers = { origin: 'https://evil.example', 'content-length': 1_000_000 };
      const waiting = request({ hostname, port, method: 'POST', path: CREATE_FUNCTION, headers }, (response) => {
        resolve(response);
        waiting.destroy();
      });
      waiting.on('error', reject);
      waiting.flushHeaders();
    });
    expect(answer.statusCode).toBe(403);
  });

  it('says what was refused and what to do, as JSON where no service is named', async () => {
    const { headers, text } = await send({ origin: 'http://localhost:3000' }, { path: '/' });
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toEqual({
      __type: 'ForbiddenOrigin',
      message: expect.stringMatching(
        /refused .* web page of another origin \(Origin: http:\/\/localhost:3000\).* Call from a program/,
      ),
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
