import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { StatesCloud } from '../states-cloud.ts';

const HTTP = 'arn:aws:states:::http:invoke';
const CONNECTION = 'arn:aws:events:us-east-1:000000000000:connection/api/0123';
const Authentication = { ConnectionArn: CONNECTION };

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let cloud: StatesCloud;
let server: Server;
let origin = '';
let seen: Seen | undefined;
let denied = false;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen = { method: request.method, url: request.url, headers: request.headers, body: await text(request) };
    const status = Number(/\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"answer":42}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cloud = await StatesCloud.start({
    authorize: (_caller, permissions) => {
      if (denied && permissions.some(({ action }) => action === 'states:InvokeHTTPEndpoint')) {
        throw new AwsError('AccessDeniedException', 'not authorized to perform: states:InvokeHTTPEndpoint', 403);
      }
    },
  });
});
afterAll(async () => {
  server.close();
  await cloud.close();
});

describe('http:invoke', () => {
  it('sends method, headers, query and body, and gives the parsed answer', async () => {
    const { output } = await cloud.runTask('call', HTTP, {
      ApiEndpoint: `${origin}/rows`,
      Authentication,
      Method: 'POST',
      Headers: { 'X-Row': 'one' },
      QueryParameters: { tag: ['a', 'b'], page: 2 },
      RequestBody: { question: 'why?' },
    });
    expect(output).toMatchObject({
      ResponseBody: { answer: 42 },
      StatusCode: 200,
      StatusText: 'OK',
      Headers: { 'content-type': ['application/json'] },
    });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/rows?tag=a&tag=b&page=2',
      headers: { 'x-row': 'one', 'content-type': 'application/json' },
      body: '{"question":"why?"}',
    });
  });

  it('can send a form', async () => {
    await cloud.runTask('form', HTTP, {
      ApiEndpoint: origin,
      Authentication,
      Method: 'POST',
      RequestBody: { a: 'b c', d: 1 },
      Transform: { RequestBodyEncoding: 'URL_ENCODED' },
    });
    expect(seen).toMatchObject({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b+c&d=1' });
  });

  it.each([404, 500, 302])('fails with States.Http.StatusCode.%d', async (code) => {
    const call = { ApiEndpoint: `${origin}/status/${code}`, Method: 'GET', Authentication };
    expect(await cloud.runTask(`status-${code}`, HTTP, call)).toMatchObject({
      error: `States.Http.StatusCode.${code}`,
    });
  });

  it('fails with States.Http.Socket when nobody answers', async () => {
    const call = { ApiEndpoint: 'http://127.0.0.1:9/', Method: 'GET', Authentication };
    expect(await cloud.runTask('nobody', HTTP, call)).toMatchObject({ error: 'States.Http.Socket' });
  });

  it('needs a connection, as on AWS', async () => {
    const bare = { ApiEndpoint: origin, Method: 'GET' };
    await expect(cloud.runTask('bare', HTTP, bare)).rejects.toThrow('The field "Authentication" is required');
    const { error, cause } = await cloud.runTask('late', HTTP, `{% ${JSON.stringify(bare)} %}`);
    expect(error).toBe('States.Runtime');
    expect(cause).toContain('Authentication');
  });

  it('refuses an Authorization header, which belongs to a connection', async () => {
    const call = { ApiEndpoint: origin, Authentication, Method: 'GET', Headers: { Authorization: 'Bearer x' } };
    const { error, cause } = await cloud.runTask('auth', HTTP, call);
    expect(error).toBe('States.Runtime');
    expect(cause).toContain('Authorization');
  });

  it('needs states:InvokeHTTPEndpoint', async () => {
    denied = true;
    const { error } = await cloud.runTask('denied', HTTP, { ApiEndpoint: origin, Method: 'GET', Authentication });
    denied = false;
    expect(error).toBe('States.Http.AccessDeniedException');
  });
});
