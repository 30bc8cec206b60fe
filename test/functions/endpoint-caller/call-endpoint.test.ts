import type { ServerResponse } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import type { TargetBindings } from '../../../contracts/target-bindings.ts';
import { callEndpoint } from '../../../functions/endpoint-caller/call-endpoint.ts';
import { JobRequests } from '../../../functions/endpoint-caller/jobs/job-requests.ts';
import { requestBody } from '../../../functions/endpoint-caller/request-body.ts';
import { ANYTHING, datasetRow, endpointRun, type RunChanges } from '../caller-cloud.ts';
import { json, type Received, startEndpoint } from './test-endpoint.ts';

const decodedBasic = ({ headers }: Received): string =>
  Buffer.from(String(headers.authorization).slice(6), 'base64').toString('utf8');
const mirror = ({ headers }: Received, response: ServerResponse, status = 200) =>
  response.writeHead(status, { 'x-got': headers.authorization, 'content-type': 'application/json' });
const big = 'x'.repeat(6 * 1024 * 1024);
const other = await startEndpoint({ '/': json({ answer: 'elsewhere' }) });
const { received, url, port, closedEarly } = await startEndpoint({
  '/echo': (got, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ answer: got.body, headers: got.headers })),
  '/mirror?v=1&key=the+secret%2Ftoken': (got, response) => void response.end(got.path),
  '/mirror-all': (got, response) => mirror(got, response).end(JSON.stringify(got.headers)),
  '/mirror-error': (got, response) => mirror(got, response, 500).end(`no: ${decodedBasic(got)}`),
  '/mirror-away': (got, response) =>
    response.writeHead(302, { location: `http://[${encodeURIComponent(decodedBasic(got))}]` }).end(),
  '/encoded-oddly': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'constructor', 'content-type': 'application/json' }).end('{}'),
  '/encoded-unknown': (_, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('(µ/'),
  '/encoded-not': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
  '/encoded-often': (_, response) =>
    response.writeHead(200, { 'content-encoding': Array(50).fill('gzip').join(', ') }).end('plain'),
  '/encoded-twice': (_, response) =>
    response
      .writeHead(200, { 'content-encoding': 'identity, gzip, GZIP', 'content-type': 'text/plain' })
      .end(gzipSync(gzipSync('small'))),
  '/deep': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  '/switches': (_, response) =>
    void response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  '/text': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('plain ✓ text'),
  '/latin': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0xe9])),
  '/gzip': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync('{"answer":"small"}')),
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(big)),
  '/big': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(big),
  '/five': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('é'.repeat(2.5 * 1024 * 1024)),
  '/broken-json': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/busy': json({ error: { message: 'slow down' } }, 429, { 'retry-after': '7' }),
  '/down': (_, response) => response.writeHead(503).end('<h1>down</h1>'),
  '/denied': json({ message: 'who are you' }, 401),
  '/reset': (_, response) => void response.socket?.destroy(),
  '/slow': () => {},
  '/late': (_request, response) => void setTimeout(() => response.end('late'), 2_600),
  '/stalls': (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('begun'),
  '/failed': json({ success: false, error: 'inside' }),
  '/chat': json({
    model: 'gpt-4o',
    choices: [{ message: { content: 'ANSWER' } }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  }),
  '/moved': (_, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/kept': (_, response) => response.writeHead(307, { location: '/echo' }).end(),
  '/around': (_, response) => response.writeHead(307, { location: '/around' }).end(),
  '/encrypts': (_, response) => response.writeHead(308, { location: other.url('/').replace('http:', 'https:') }).end(),
  '/away': (_, response) => response.writeHead(307, { location: other.url('/') }).end(),
});

const UNSENDABLE = [
  ['Host', 'smuggled.example.com'],
  ['transfer-encoding', 'chunked'],
  ['content-length', '5'],
  ['connection', 'smuggled'],
  ['x-a', 'b\r\nhost: smuggled'],
  ['x-a', 'smuggled\0'],
  ['x-a\r\nhost', 'smuggled'],
] as const;

const client = new SecretsManagerClient();
const secrets = mockClient(client);
beforeEach(() => {
  received.length = 0;
  other.received.length = 0;
  secrets.reset();
});

interface Changes {
  endpoint?: Record<string, unknown> & { headers?: Record<string, string> };
  run?: RunChanges;
  input?: string;
  bindings?: TargetBindings;
}

async function call(
  address: string,
  { endpoint = {}, run, input = '{"q":"Why?"}', bindings = ANYTHING }: Changes = {},
) {
  // Runs of earlier versions may have keys in their headers.
  const { headers = {}, ...others } = endpoint;
  const ofRun = {
    row: datasetRow({ input, expected: undefined }),
    run: {
      ...endpointRun({ timeoutSeconds: 5, ...run }),
      endpoint: { ...endpointSchema.parse({ url: address, allowPrivateAddresses: true, ...others }), headers },
    },
  };
  const body = await requestBody(ofRun);
  const one = { ...ofRun, call: 1, remainingMs: () => 60_000, reserve: async () => {} };
  return callEndpoint(one, body, { secrets: client, bindings });
}

describe('the request', () => {
  it('carries the row’s input to the letter as JSON', async () => {
    await call(url('/echo'), { input: '{"n": 12345678901234567890, "s":"ü"}' });
    expect(received).toMatchObject([
      {
        method: 'POST',
        body: '{"n": 12345678901234567890, "s":"ü"}',
        headers: { 'content-type': 'application/json', 'content-length': '37' },
      },
    ]);
  });

  it('carries the mapping’s value and the configured headers', async () => {
    await call(url('/echo'), {
      endpoint: { method: 'PUT', headers: { 'X-Team': 'a' } },
      run: { inputMapping: '{"ask": input.q}' },
    });
    expect(received).toMatchObject([{ method: 'PUT', body: '{"ask":"Why?"}', headers: { 'x-team': 'a' } }]);
  });

  it('is a form when the configuration says so', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await call(url('/echo'), { endpoint: { headers }, run: { inputMapping: '{"ask": input.q, "n": 1}' } });
    expect(received[0]?.body).toBe('ask=Why%3F&n=1');
  });

  it('has no body with GET', async () => {
    await call(url('/echo'), { endpoint: { method: 'GET' } });
    expect(received).toMatchObject([{ method: 'GET', body: '' }]);
    expect(received[0]?.headers['content-type']).toBeUndefined();
  });

  it.each([
    [{ type: 'bearer' }, 'the-secret-token', 'authorization', 'Bearer the-secret-token'],
    [{ type: 'bearer', secretKey: 'k' }, '{"k":"the-secret-token"}', 'authorization', 'Bearer the-secret-token'],
    [{ type: 'basic' }, 'ada:lovelace', 'authorization', 'Basic YWRhOmxvdmVsYWNl'],
    [{ type: 'basic' }, '{"username":"ada","password":"lovelace"}', 'authorization', 'Basic YWRhOmxvdmVsYWNl'],
    [{ type: 'header', header: 'X-Api-Key' }, 'the-secret-token\n', 'x-api-key', 'the-secret-token'],
    [{ type: 'header', header: 'X-Api-Key' }, 'Token the-secret-token', 'x-api-key', 'Token the-secret-token'],
    [
      { type: 'bearer' },
      'the-secret-token "with\\more" /words',
      'authorization',
      'Bearer the-secret-token "with\\more" /words',
    ],
    [{ type: 'bearer' }, 'abc', 'authorization', 'Bearer abc'],
  ])('authenticates with %j', async (auth, secret, header, value) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secret });
    const outcome = await call(url('/echo'), {
      endpoint: { auth: { ...auth, secretArn: `arn:${JSON.stringify(auth)}${secret}` } },
    });
    expect(received[0]?.headers[header]).toBe(value);
    // The echo of the credentials is not kept.
    expect(JSON.stringify(outcome)).not.toMatch(/the-secret-token|YWRhOmxvdmVsYWNl|words|Bearer abc/);
  });

  it('may carry a secret in its URL, which stands nowhere else', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'the secret/token' });
    const auth = { type: 'query', parameter: 'key', secretArn: 'arn:query' };
    const outcome = await call(url('/mirror?v=1'), { endpoint: { auth } });
    expect(received[0]?.path).toBe('/mirror?v=1&key=the+secret%2Ftoken');
    expect(outcome).toMatchObject({ answer: { actualOutput: '/mirror?v=1&key=***' } });
  });

  it.each(['/mirror-all', '/mirror-error', '/mirror-away'])(
    'has its credentials hidden in body, headers and errors that %s gives back',
    async (path) => {
      secrets.on(GetSecretValueCommand).resolves({ SecretString: 'ada:love"lace' });
      const endpoint = { auth: { type: 'basic', secretArn: 'arn:echo' }, headers: { 'x-api-key': 'plain-configured' } };
      const run = { outputMapping: '{ "output": $string($) }' };
      const outcome = await call(url(path), { endpoint, run });
      const { error, ...rest } = outcome as { error?: Error };
      const shown = `${JSON.stringify(rest)} ${error?.message}`;
      expect(shown).toContain('***');
      expect(shown).not.toMatch(/love"lace|love%22lace|love\\+"lace|YWRhOmxvdmUibGFjZQ|plain-configured/);
    },
  );

  it('reads a secret once, and again after a 401', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'token' });
    const auth = { type: 'bearer', secretArn: 'arn:kept' };
    await call(url('/echo'), { endpoint: { auth } });
    await call(url('/denied'), { endpoint: { auth } });
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
    await call(url('/echo'), { endpoint: { auth } });
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(2);
  });

  it('is not made while its secret cannot be read for others that ask, which is no attempt at the row', async () => {
    const busy = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    secrets.on(GetSecretValueCommand).rejects(busy);
    const outcome = await call(url('/echo'), { endpoint: { auth: { type: 'bearer', secretArn: 'arn:busy' } } });
    expect(outcome).toMatchObject({ kind: 'failed', error: { name: 'TargetThrottled' }, isTurnedAway: true });
    expect(received).toEqual([]);
  });

  it('carries a secret only to a host, and for a tenant, it is bound to: whatever name it was asked for by', async () => {
    const ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:partner-AbCdEf';
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'token', ARN });
    const auth = { type: 'bearer', secretArn: 'partner-key' };
    const bound = (hosts: string[], tenants?: string[]) => ({
      endpoint: { auth },
      run: { evaluationId: 'acme..nightly' },
      bindings: { secrets: [{ arn: ARN.replace('AbCdEf', '*'), hosts, tenants }] },
    });
    const denied = { kind: 'failed', error: { name: 'TargetAccessDenied' } };
    expect(await call(url('/echo'), bound(['api.example.com']))).toMatchObject(denied);
    expect(await call(url('/echo'), bound(['*'], ['default']))).toMatchObject(denied);
    expect(received).toEqual([]);
    expect(await call(url('/echo'), bound(['http://127.0.0.1:*'], ['acme']))).toMatchObject({ kind: 'answered' });
    expect(received).toMatchObject([{ headers: { authorization: 'Bearer token' } }]);
  });

  it('is not sent with a secret that would end its header', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'token\r\nhost: smuggled' });
    const auth = { type: 'header', header: 'x-key', secretArn: 'arn:two-lines' };
    const outcome = await call(url('/echo'), { endpoint: { auth } });
    expect(outcome).toMatchObject({ kind: 'failed', error: { name: 'TargetRejected' } });
    expect(JSON.stringify(outcome)).not.toContain('smuggled');
    expect(received).toEqual([]);
  });

  it.each(UNSENDABLE)('of a job is not sent with the header %j: %j', async (name, value) => {
    const endpoint = endpointSchema.parse({ url: url('/echo'), allowPrivateAddresses: true });
    const bulkConfig = bulkConfigSchema.parse({ preset: 'anthropic-batches' });
    const requests = JobRequests.of(endpointRun({ endpoint, bulkConfig }), { secrets: client, bindings: ANYTHING });
    expect(await requests?.send({ url: url('/echo'), httpMethod: 'POST', headers: { [name]: value } })).toMatchObject({
      error: { name: 'TargetRejected' },
      isSent: false,
    });
    expect(received).toEqual([]);
  });

  it('is not sent without its credentials', async () => {
    secrets.on(GetSecretValueCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }));
    const auth = { type: 'bearer', secretArn: 'arn:forbidden' };
    expect(await call(url('/echo'), { endpoint: { auth } })).toMatchObject({ error: { name: 'TargetAccessDenied' } });
    expect(received).toEqual([]);
  });
});

describe('the answer', () => {
  it('is found with its usage', async () => {
    expect(await call(url('/chat'))).toMatchObject({
      kind: 'answered',
      answer: { actualOutput: 'ANSWER', modelName: 'gpt-4o', promptTokens: 10, completionTokens: 5, totalTokens: 15 },
    });
  });

  it.each([
    ['/text', 'plain ✓ text'],
    ['/latin', 'é'],
    ['/gzip', 'small'],
    ['/empty', ''],
  ])('%s is read', async (path, actualOutput) => {
    expect(await call(url(path))).toMatchObject({ kind: 'answered', answer: { actualOutput } });
  });

  it('of 5 MB arrives whole; a larger one is given up, also when it is small on the wire', async () => {
    const whole = await call(url('/five'));
    expect(whole.kind === 'answered' && Buffer.byteLength(whole.answer.actualOutput)).toBe(5 * 1024 * 1024);
    for (const path of ['/big', '/bomb']) {
      expect(await call(url(path))).toMatchObject({
        kind: 'failed',
        error: { name: 'AnswerTooLarge', errorClass: 'permanent' },
      });
    }
  });

  it('is mapped over status, headers and body', async () => {
    const outputMapping = '{"actualOutput": body.choices[0].message.content & " " & $string(status), "costUsd": 0.01}';
    expect(await call(url('/chat'), { run: { outputMapping } })).toMatchObject({
      answer: { actualOutput: 'ANSWER 200', costUsd: 0.01, totalTokens: 15 },
    });
  });

  it('keeps its body and usage when its mapping fails', async () => {
    expect(await call(url('/chat'), { run: { outputMapping: 'body.nothing' } })).toMatchObject({
      kind: 'failed',
      error: { name: 'MappingFailed', message: expect.stringContaining('endpointOutputMapping') },
      answer: { totalTokens: 15, fullResponseBody: expect.stringContaining('ANSWER') },
    });
  });

  it('that is not the JSON it should be is unreadable', async () => {
    expect(await call(url('/broken-json'))).toMatchObject({
      error: { name: 'AnswerUnreadable' },
      answer: { fullResponseBody: '{"a":' },
    });
    expect(await call(url('/text'), { endpoint: { response: 'json' } })).toMatchObject({
      error: { name: 'AnswerUnreadable' },
    });
    expect(await call(url('/broken-json'), { endpoint: { response: 'text' } })).toMatchObject({
      answer: { actualOutput: '{"a":' },
    });
  });

  it.each([
    ['/encoded-oddly', 'AnswerUnreadable', 'content-encoding is "constructor"; gzip, x-gzip, deflate, br and identity'],
    ['/encoded-unknown', 'AnswerUnreadable', 'content-encoding is "zstd"'],
    ['/encoded-often', 'AnswerUnreadable', 'content-encoding is "gzip, gzip'],
    ['/encoded-not', 'AnswerUnreadable', 'it is not gzip'],
    ['/deep', 'AnswerUnreadable', 'nested more than 1000 levels deep'],
    ['/switches', 'TargetRejected', 'HTTP 101 and wants to go on in websocket'],
  ])('of %s is %s, with a reason', async (path, name, reason) => {
    const outcome = await call(url(path));
    expect(outcome).toMatchObject({ kind: 'failed', error: { name, message: expect.stringContaining(reason) } });
  });

  it('may be encoded twice', async () => {
    expect(await call(url('/encoded-twice'))).toMatchObject({ answer: { actualOutput: 'small' } });
  });

  it('that says it failed has failed', async () => {
    expect(await call(url('/failed'))).toMatchObject({ error: { name: 'TargetFailed', message: 'inside' } });
  });
});

describe('a row that waits for its answer', () => {
  it('is not cut off when another one starts a while later', async () => {
    const late = call(`http://127.0.0.1:${port}/late`);
    await sleep(2_200);
    expect(await call(`http://127.0.0.1:${port}/echo`)).toMatchObject({ kind: 'answered' });
    expect(await late).toMatchObject({ kind: 'answered', answer: { actualOutput: 'late' } });
  });
});

describe('an error answer', () => {
  it('is told by its status, keeps its body and its Retry-After', async () => {
    expect(await call(url('/busy'))).toMatchObject({
      kind: 'failed',
      error: { name: 'TargetThrottled', errorClass: 'transient', message: 'HTTP 429: slow down' },
      answer: { fullResponseBody: '{"error":{"message":"slow down"}}' },
      retryAfterSeconds: 7,
    });
    expect(await call(url('/down'))).toMatchObject({
      error: { name: 'TargetUnavailable', errorClass: 'transient' },
      answer: { fullResponseBody: '<h1>down</h1>' },
    });
    expect(await call(url('/denied'))).toMatchObject({ error: { name: 'TargetRejected', errorClass: 'permanent' } });
    expect(await call(url('/nowhere'))).toMatchObject({ error: { name: 'TargetNotFound', errorClass: 'permanent' } });
  });

  it('of the connection is transient', async () => {
    expect(await call(url('/reset'))).toMatchObject({ error: { name: 'TargetUnavailable', errorClass: 'transient' } });
    expect(await call('http://127.0.0.1:1/')).toMatchObject({ error: { name: 'TargetUnavailable' } });
  });

  it.each(['/slow', '/stalls'])('%s: the timeout closes the connection', async (path) => {
    const before = closedEarly();
    expect(await call(url(path), { run: { timeoutSeconds: 0.2 } })).toMatchObject({
      error: { name: 'TargetTimeout', errorClass: 'transient', message: 'The endpoint gave no answer within 0.2 s.' },
    });
    await expect.poll(closedEarly).toBe(before + 1);
  });
});

describe('a redirect', () => {
  it('within the host is followed, as the same request where the status says so', async () => {
    expect(await call(url('/kept'))).toMatchObject({ answer: { actualOutput: '{"q":"Why?"}' } });
    await call(url('/moved'));
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /kept',
      'POST /echo',
      'POST /moved',
      'GET /echo',
    ]);
  });

  it.each(['/away', '/encrypts'])('to another port or scheme, as of %s, is not followed', async (path) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'token' });
    const auth = { type: 'bearer', secretArn: 'arn:away' };
    expect(await call(url(path), { endpoint: { auth } })).toMatchObject({
      error: { name: 'TargetRejected', message: expect.stringContaining('not followed') },
    });
    expect(other.received).toEqual([]);
  });

  it('without end is given up', async () => {
    expect(await call(url('/around'))).toMatchObject({ error: { name: 'TargetRejected' } });
    expect(received).toHaveLength(4);
  });
});

describe('a port of the installation itself', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '127.8.9.10',
    hostname(),
    ...Object.values(networkInterfaces()).flatMap((found = []) =>
      found.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
    ),
  ])('is never called at %s, whatever the configuration allows', async (host) => {
    vi.stubEnv('OWN_PORTS', `1,${port}`);
    vi.stubEnv('ALLOW_LOOPBACK', 'true');
    expect(await call(`http://${host}:${port}/echo`)).toMatchObject({ error: { name: 'AddressRefused' } });
    expect(received).toEqual([]);
  });

  it('is not that port of another machine, nor another port', async () => {
    vi.stubEnv('OWN_PORTS', '1');
    expect(await call(url('/echo'))).toMatchObject({ kind: 'answered' });
  });
});

describe('a loopback address', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('needs no leave where the installation allows loopback, and others do', async () => {
    vi.stubEnv('ALLOW_LOOPBACK', 'true');
    const endpoint = { allowPrivateAddresses: false };
    expect(await call(`http://localhost:${port}/echo`, { endpoint })).toMatchObject({ kind: 'answered' });
    for (const host of ['10.0.0.1', '192.168.1.1', '0.0.0.0', '[fc00::1]', '169.254.169.254']) {
      expect(await call(`http://${host}:${port}/echo`, { endpoint })).toMatchObject({
        error: { name: 'AddressRefused' },
      });
    }
  });
});

describe('an address inside the network', () => {
  it.each([
    `http://127.0.0.1:${port}/echo`,
    `http://localhost:${port}/echo`,
    `http://0x7f.1:${port}/echo`,
    `http://2130706433:${port}/echo`,
    `http://[::1]:${port}/echo`,
    `http://[::ffff:127.0.0.1]:${port}/echo`,
    `http://0.0.0.0:${port}/echo`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
  ])('%s is refused unless the configuration allows it', async (address) => {
    expect(await call(address, { endpoint: { allowPrivateAddresses: false } })).toMatchObject({
      kind: 'failed',
      error: { name: 'AddressRefused', errorClass: 'permanent' },
    });
    expect(received).toEqual([]);
  });

  it.each(['http://169.254.169.254/latest/', 'http://[fd00:ec2::254]/', 'http://[fe80::1]/', 'http://0xa9fea9fe/'])(
    '%s is refused even where private addresses are allowed',
    async (address) => {
      expect(await call(address)).toMatchObject({ error: { name: 'AddressRefused' } });
    },
  );

  it('is not reached over a connection that another run was allowed to make', async () => {
    await call(`http://localhost:${port}/echo`);
    expect(received).toHaveLength(1);
    expect(await call(`http://localhost:${port}/echo`, { endpoint: { allowPrivateAddresses: false } })).toMatchObject({
      error: { name: 'AddressRefused' },
    });
    expect(received).toHaveLength(1);
  });
});
