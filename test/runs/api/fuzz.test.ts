import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../functions/api/routes/index.ts';
import { mutated } from '../../fuzz/mutated.ts';
import { ApiClient } from '../../support/api-client.ts';
import { codePoint } from '../../support/code-point.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

/** `npm run fuzz` sends 2,000. */
const CASES = Number(process.env.ROLLCALL_FUZZ ?? 500) / 5;
/** Stands in what is sent, and must stand in no log. */
const MARK = 'never-to-be-logged';

/** No field of ours: a body with it is refused, unless the edits cut it out. */
const NO_FIELD = { [MARK]: MARK };
const BODIES = [
  { ...NO_FIELD, datasetId: MARK, config: { endpoint: { url: `https://example.com/?a=${MARK}` } } },
  { ...NO_FIELD, integrationSlug: 'a', actionSlug: 'b', items: [{ input: { text: MARK } }] },
  { ...NO_FIELD, executionMode: 'tool', toolLambdaArn: MARK, executor: { maxConcurrency: 2 } },
  { ...NO_FIELD, uploadId: MARK, rows: [{ question: MARK }], jsonColumns: [MARK], map: { a: MARK } },
  { ...NO_FIELD, verdict: 'right', note: MARK, evaluators: [{ type: 'regex', pattern: '(a+)+$' }] },
  { ...NO_FIELD, name: MARK, role: 'admin', jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: MARK } },
].map((body) => JSON.stringify(body));

const word = fc.oneof(
  fc.constantFrom('', '.', '..', '%00', '-1', '1e9', 'null', '__proto__', 'a..b', 'x'.repeat(300)),
  fc.string({ unit: codePoint, maxLength: 30 }),
);
/** Ids of a path are in the audit log; nothing else that is sent is. */
const value = fc.oneof(word, fc.constant(MARK));
const given = fc.record({
  route: fc.constantFrom(...routes.map(({ method, path }) => ({ method, path })), { method: 'POST', path: '/mcp' }),
  words: fc.array(word, { minLength: 3, maxLength: 3 }),
  query: fc.dictionary(fc.constantFrom('limit', 'cursor', 'sort', 'filter', 'search', 'status', 'format', MARK), value),
  body: fc.oneof({ weight: 5, arbitrary: mutated(...BODIES) }, { weight: 1, arbitrary: fc.json() }),
  type: fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: value }),
  extra: fc.dictionary(fc.constantFrom('idempotency-key', 'if-match', 'if-none-match', 'accept'), value, {
    maxKeys: 2,
  }),
  bare: fc.boolean(),
});

let cloud: RollcallCloud;
let api: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, 'fuzzed');
});

/** As API Gateway hands a request over; its throttle would answer for us otherwise. */
async function send(request: typeof given extends fc.Arbitrary<infer T> ? T : never) {
  const { route, words, query, body, type, extra, bare } = request;
  let at = 0;
  const rawPath = route.path.replace(/\{\w+\}/g, () => words[at++]?.replaceAll('/', '') || 'x');
  const event = {
    version: '2.0',
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...(!bare && { authorization: `Bearer ${api.key}` }), 'content-type': type, ...extra },
    requestContext: {
      domainName: 'x.example.com',
      http: { method: route.method, path: rawPath, sourceIp: '192.0.2.1' },
    },
    ...(route.method !== 'GET' && { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }),
  };
  const { Payload, FunctionError } = await cloud.lambda.send(
    new InvokeCommand({ FunctionName: 'rollcall-api', Payload: JSON.stringify(event) }),
  );
  const answer = JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
  expect(FunctionError, JSON.stringify(answer)).toBeUndefined();
  return { status: answer.statusCode as number, text: answer.body as string };
}

describe('a malformed request', () => {
  it('is refused in the one shape, with a status of 4xx', { timeout: 60_000 + CASES * 200 }, async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(given, async (request) => {
        const { status, text } = await send(request);
        expect(status, `${JSON.stringify(request)} ${text}`).toBeLessThan(500);
        // JSON-RPC has a shape of its own.
        if (status < 400 || request.route.path === '/mcp') return;
        refused++;
        expect(JSON.parse(text)).toMatchObject({
          success: false,
          error: { code: expect.stringMatching(/^[A-Z]\w+$/) },
        });
      }),
      { numRuns: CASES },
    );
    // Lists without a query that is wrong are answered.
    expect(refused).toBeGreaterThan(CASES * 0.7);
  });

  it('leaves neither a key nor what was sent in the log', async () => {
    const client = new CloudWatchLogsClient(cloud.settings);
    let lines = 0;
    for await (const { events = [] } of paginateFilterLogEvents(
      { client },
      { logGroupName: '/aws/lambda/rollcall-api' },
    )) {
      for (const { message = '' } of events) {
        lines++;
        expect(message).not.toContain(MARK);
        expect(message).not.toMatch(/rk_\w{10}/);
      }
    }
    expect(lines).toBeGreaterThan(0);
  });
});
