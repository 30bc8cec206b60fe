import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { type EndpointAuth, endpointSchema } from '../../../contracts/endpoint.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { questions, workOf } from './job-runs.ts';

const cloud = await startCallerCloud();
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

interface Received {
  readonly path: string;
  readonly body: string;
  readonly key?: string;
}
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown } | 'cut';

/** An API of jobs that answers as a test says. */
async function jobApi(answer: (received: Received, nth: number) => Answer) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const key = request.headers['idempotency-key'] as string | undefined;
    const got = { path: `${request.method} ${request.url}`, body: await text(request), key };
    received.push(got);
    const said = answer(got, received.filter(({ path }) => path === got.path).length);
    if (said === 'cut') return void response.destroy();
    const { status = 200, headers = {}, body = {} } = said;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const JOB = {
  item: { idField: 'id', inputField: 'input' },
  submit: [{ url: '/jobs', save: { id: 'body.id' } }],
  status: { url: '/jobs/{id}', done: 'body.state = "done"' },
  results: [{ url: '/jobs/{id}/results', itemsPath: 'results' }],
  cancel: { url: '/jobs/{id}', httpMethod: 'DELETE' },
  pollSeconds: 1,
};

interface GivenRun {
  readonly url: string;
  readonly job?: object;
  readonly bulk?: object;
  readonly rows?: number;
  readonly auth?: EndpointAuth;
}

async function run({ url, job, bulk, rows = 3, auth }: GivenRun) {
  const bulkConfig = bulkConfigSchema.parse({
    maxItemsPerCall: 10,
    payloadTransform: 'ndjson',
    responseMapping: { itemIdField: 'id', outputField: 'answer' },
    job: { ...JOB, ...job },
    ...bulk,
  });
  const endpoint = endpointSchema.parse({ url: `${url}/rows`, auth, allowPrivateAddresses: true });
  const changes = {
    executionMode: 'endpoint' as const,
    endpoint,
    bulkConfig,
    retryPolicy: { maxAttempts: 2, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 },
  };
  const made = await cloud.newRun(changes, { max_concurrency: 2 }, questions(rows));
  await workOf(cloud, made).done();
  return made.settled();
}

const itemsIn = (received: readonly Received[]) =>
  received
    .filter(({ path }) => path === 'POST /jobs')
    .map(({ body }) =>
      body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    );

/** Answers every item of the last submission. */
const results = (received: readonly Received[], answer = 'fine') => ({
  results: (itemsIn(received).at(-1) ?? []).map(({ id, input }) => ({ id, answer: `${answer} ${input.question}` })),
});

describe('a job of any API', () => {
  it('is submitted, looked at and collected as the configuration says', async () => {
    const api = await jobApi(({ path }, nth): Answer => {
      if (path === 'POST /jobs') return { body: { id: 7 } };
      if (path === 'GET /jobs/7') return { body: { state: nth > 1 ? 'done' : 'working' } };
      return { body: results(api.received) };
    });
    const settled = await run({ url: api.url });
    expect(settled.map(({ actual_output }) => actual_output)).toEqual(['fine q-0', 'fine q-1', 'fine q-2']);
    expect(api.received.map(({ path }) => path)).toEqual([
      'POST /jobs',
      'GET /jobs/7',
      'GET /jobs/7',
      'GET /jobs/7/results',
    ]);
  });

  it('whose answer was lost is submitted again under the same key, where the API takes one', async () => {
    const api = await jobApi(({ path }, nth): Answer => {
      if (path === 'POST /jobs') return nth === 1 ? 'cut' : { body: { id: 7 } };
      return path === 'GET /jobs/7' ? { body: { state: 'done' } } : { body: results(api.received) };
    });
    const settled = await run({ url: api.url, job: { idempotencyHeader: 'Idempotency-Key' } });
    expect(settled.every(({ status }) => status === 'succeeded')).toBe(true);
    const [first, second] = api.received;
    expect(first?.key).toMatch(/^rc-/);
    expect(second).toEqual(first);
  });

  it('whose answer was lost is not submitted again where nobody knows of it', async () => {
    const api = await jobApi(() => 'cut');
    const settled = await run({ url: api.url });
    expect(settled.every(({ error_name }) => error_name === 'OutcomeUnknown')).toBe(true);
    expect(api.received).toHaveLength(1);
  });

  it('that is refused lets its rows go one by one, or fail', async () => {
    const answer = ({ path }: Received): Answer =>
      path === 'POST /jobs' ? { status: 400, body: { error: 'no' } } : { body: { answer: 'alone' } };
    const api = await jobApi(answer);
    const settled = await run({ url: api.url });
    expect(settled.map(({ actual_output, call_mode }) => [actual_output, call_mode])).toEqual(
      Array.from({ length: 3 }, () => ['alone', 'individual']),
    );
    const other = await jobApi(answer);
    const failed = await run({ url: other.url, bulk: { onReject: 'fail' } });
    expect(failed.every(({ error_name }) => error_name === 'TargetRejected')).toBe(true);
    expect(other.received).toHaveLength(1);
  });

  it('that comes too fast waits for its turn', async () => {
    const api = await jobApi(({ path }, nth): Answer => {
      if (path === 'POST /jobs')
        return nth === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : { body: { id: 7 } };
      return path === 'GET /jobs/7' ? { body: { state: 'done' } } : { body: results(api.received) };
    });
    const settled = await run({ url: api.url });
    expect(settled.every(({ status }) => status === 'succeeded')).toBe(true);
  });

  it('that takes too long is stopped, and its rows fail', async () => {
    const api = await jobApi(
      ({ path }): Answer =>
        path === 'POST /jobs'
          ? { body: { id: 7 } }
          : path === 'DELETE /jobs/7'
            ? { status: 404 }
            : { body: { state: 'working' } },
    );
    const settled = await run({ url: api.url, job: { timeoutSeconds: 1 } });
    expect(settled.every(({ error_message }) => error_message?.startsWith('Job 7: it took longer than 1 s.'))).toBe(
      true,
    );
    expect(api.received.some(({ path }) => path === 'DELETE /jobs/7')).toBe(true);
  });

  it('whose results are large is worked through in parts', async () => {
    const api = await jobApi(({ path }): Answer => {
      if (path === 'POST /jobs') return { body: { id: 7 } };
      return path === 'GET /jobs/7' ? { body: { state: 'done' } } : { body: largeResults(api.received) };
    });
    const settled = await run({
      url: api.url,
      rows: 6,
      job: { results: [{ url: '/jobs/{id}/results', format: 'ndjson' }] },
    });
    expect(settled.map(({ actual_output }) => actual_output?.length)).toEqual(
      Array.from({ length: 6 }, () => 1_600_000),
    );
  });

  it('whose results echo the key, or are nested without end, keeps the other answers and tells no key', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const api = await jobApi(({ path }): Answer => {
      if (path === 'POST /jobs') return { body: { id: 7 } };
      if (path === 'GET /jobs/7') return { body: { state: 'done' } };
      const ids = (itemsIn(api.received).at(-1) ?? []).map(({ id }) => JSON.stringify(id));
      const answers = ['1234567890', '"key 1234567890"', deep, '"fine"'];
      return { body: ids.map((id, n) => `{"id":${id},"answer":${answers[n]}}`).join('\n') };
    });
    mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: '1234567890', ARN: 'arn:key' });
    const settled = await run({
      url: api.url,
      rows: 4,
      auth: { type: 'header', header: 'X-Api-Key', secretArn: 'arn:key' },
      job: { results: [{ url: '/jobs/{id}/results', format: 'ndjson' }] },
    });
    expect(settled.map(({ actual_output }) => actual_output)).toEqual(['***', 'key ***', null, 'fine']);
    expect(JSON.stringify(settled)).not.toContain('1234567890');
    expect(settled[2]).toMatchObject({ status: 'failed', error_name: 'AnswerMissing' });
  });

  it('whose address would send credentials elsewhere is not looked at', async () => {
    const api = await jobApi(
      (): Answer => ({ body: { id: 7, url: 'https://elsewhere.example/results', state: 'done' } }),
    );
    const settled = await run({ url: api.url, job: { results: [{ url: '{status.url}' }] } });
    expect(settled[0]?.error_message).toMatch(/An address of the job is at https:\/\/elsewhere.example; it must be at/);
  });
});

const largeResults = (received: readonly Received[]) =>
  (itemsIn(received).at(-1) ?? []).map(({ id }) => JSON.stringify({ id, answer: 'x'.repeat(1_600_000) })).join('\n');
