import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { questions, workOf } from './job-runs.ts';

const MIB = 1024 * 1024;
const cloud = await startCallerCloud();
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Writes until the client has gone. */
type Stream = (ids: readonly string[], response: ServerResponse) => Promise<void>;

async function endless(response: ServerResponse, chunk: (nth: number) => string): Promise<void> {
  const closed = new Promise((resolve) => response.once('close', resolve));
  for (let nth = 0; !response.destroyed; nth++) {
    if (response.write(chunk(nth))) await new Promise(setImmediate);
    else await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))]);
  }
}

/** An API of jobs whose results are a stream. */
async function streamingApi(stream: Stream, status: object = { state: 'done' }, id: unknown = 7) {
  let ids: string[] = [];
  const counted = { sent: 0, fetches: 0, hasEnded: false };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') {
      ids = body.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).id));
      return void response.end(JSON.stringify({ id }));
    }
    if (!request.url?.endsWith('/results')) return void response.end(JSON.stringify(status));
    counted.fetches += 1;
    const { socket } = response;
    response.on('close', () => {
      counted.sent += socket?.bytesWritten ?? 0;
      counted.hasEnded = true;
    });
    response.writeHead(200, { connection: 'close' });
    await stream(ids, response);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { counted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function runOf(url: string, { rows = 1, ...job }: { rows?: number } & Record<string, unknown>) {
  const bulkConfig = bulkConfigSchema.parse({
    maxItemsPerCall: 10,
    payloadTransform: 'ndjson',
    responseMapping: { itemIdField: 'id', outputField: 'answer' },
    job: {
      item: { idField: 'id', inputField: 'input' },
      submit: [{ url: '/jobs', save: { id: 'body.id' } }],
      status: { url: '/jobs/{id}', done: 'body.state = "done"' },
      results: [{ url: '/jobs/{id}/results', format: 'ndjson' }],
      pollSeconds: 1,
      ...job,
    },
  });
  const endpoint = endpointSchema.parse({ url: `${url}/rows`, allowPrivateAddresses: true });
  const changes = { executionMode: 'endpoint' as const, endpoint, bulkConfig, timeoutSeconds: 60 };
  return cloud.newRun(changes, { max_concurrency: 2 }, questions(rows));
}

/** Bytes of results in the bucket, uploads that were begun and given up among them. */
async function keptBytes({ evaluationId }: { evaluationId: string }): Promise<number> {
  const place = { Bucket: cloud.bucket, Prefix: `runs/${evaluationId}/` };
  const { Uploads = [] } = await cloud.s3.send(new ListMultipartUploadsCommand(place));
  expect(Uploads).toEqual([]);
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command(place));
  return Contents.reduce((sum, { Size = 0 }) => sum + Size, 0);
}

const entry = (id: string | undefined, answer = 'fine') => `${JSON.stringify({ id, answer })}\n`;

describe('results of a job that never end', () => {
  const WIDE = Array.from({ length: 1_000 }, (_, n) => `${n}-${'x'.repeat(1_000)}`).join(',');
  it.each<[string, string, (nth: number) => string]>([
    ['one line', 'ndjson', () => 'x'.repeat(65_536)],
    ['entries', 'ndjson', () => entry('other').repeat(100)],
    ['entries of 1 MB', 'ndjson', () => entry('other', 'x'.repeat(MIB))],
    ['blank lines', 'ndjson', () => '\n'.repeat(65_536)],
    ['white space of an array', 'json', (nth) => (nth === 0 ? '[' : ' '.repeat(65_536))],
    ['rows below a wide header', 'csv', (nth) => (nth === 0 ? `${WIDE}\n` : `${','.repeat(999)}\n`.repeat(50))],
  ])('are cut off: %s', async (_, format, chunk) => {
    const api = await streamingApi((_ids, response) => endless(response, chunk));
    const run = await runOf(api.url, { results: [{ url: '/jobs/{id}/results', format }] });
    await workOf(cloud, run).done();
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_name: 'AnswerTooLarge', attempts: 1 }]);
    await expect.poll(() => api.counted.hasEnded).toBe(true);
    expect(api.counted.fetches).toBe(1);
    expect(api.counted.sent).toBeLessThan(32 * MIB);
    expect(await keptBytes(run)).toBeLessThan(16 * MIB);
  });

  it('keep the answers that came before', async () => {
    const api = await streamingApi(([first], response) =>
      endless(response, (nth) => (nth === 0 ? entry(first) : 'x'.repeat(65_536))),
    );
    const run = await runOf(api.url, { rows: 2 });
    await workOf(cloud, run).done();
    expect(await run.settled()).toMatchObject([
      { status: 'succeeded', actual_output: 'fine' },
      { status: 'failed', error_name: 'AnswerTooLarge' },
    ]);
  });

  it('are not read any further when the run is cancelled', async () => {
    let run: Awaited<ReturnType<typeof runOf>>;
    const api = await streamingApi(async ([first], response) => {
      response.write(entry(first));
      await run.setRecord({ status: 'cancelled', reason: 'enough' });
      while (!response.destroyed) {
        response.write('\n');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    run = await runOf(api.url, { rows: 3 });
    await workOf(cloud, run).done();
    expect(await run.settled()).toMatchObject([
      { status: 'succeeded', actual_output: 'fine' },
      { status: 'skipped', error_name: 'RunCancelled' },
      { status: 'skipped', error_name: 'RunCancelled' },
    ]);
    expect(api.counted.fetches).toBe(1);
  });

  it('may hold an answer of almost 5 MB', async () => {
    const answer = 'x'.repeat(4.9 * 1_000_000);
    const api = await streamingApi(async ([first], response) => void response.write(entry(first, answer)));
    const run = await runOf(api.url, {});
    await workOf(cloud, run).done();
    expect((await run.settled())[0]?.actual_output?.length).toBe(answer.length);
  });
});

describe('a job that talks too much', () => {
  it('about its failure is quoted in part', async () => {
    const api = await streamingApi(async () => {}, { state: 'done', error: 'x'.repeat(4 * MIB) });
    const run = await runOf(api.url, {
      status: { url: '/jobs/{id}', done: 'body.state = "done"', failed: 'body.error' },
    });
    await workOf(cloud, run).done();
    const [row] = await run.settled();
    expect(row).toMatchObject({ error_name: 'TargetFailed', error_message: expect.stringMatching(/^Job 7: x+$/) });
    expect(row?.error_message?.length).toBe(2_007);
  });

  it('in its id is not known by it', async () => {
    const api = await streamingApi(async () => {}, {}, 'x'.repeat(500_000));
    const run = await runOf(api.url, {});
    await workOf(cloud, run).done();
    expect(await run.settled()).toMatchObject([{ status: 'failed', error_name: 'OutcomeUnknown' }]);
    expect(JSON.stringify(await run.counts()).length).toBeLessThan(10_000);
  });
});

describe('a job whose status is at another origin', () => {
  it.each([
    ['status', { status: { url: 'http://elsewhere.example/{id}', done: 'true' } }],
    [
      'cancel',
      { status: { url: 'http://elsewhere.example/{id}', done: 'true' }, cancel: { url: 'http://e.example/' } },
    ],
  ])('costs its rows, and not the run: %s', async (_, job) => {
    const api = await streamingApi(async () => {});
    const run = await runOf(api.url, { rows: 2, ...job });
    await workOf(cloud, run).done();
    expect(await run.settled()).toMatchObject([
      { status: 'failed', error_name: 'TargetRejected' },
      { status: 'failed', error_name: 'TargetRejected' },
    ]);
  });
});
