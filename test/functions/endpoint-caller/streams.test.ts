import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { endpointOf } from '../../../domain/models/compile-model.ts';
import { modelSchema } from '../../../domain/models/model-schema.ts';
import { type ModelApis, startModelApis } from '../../../examples/model-apis/model-apis.ts';
import { callEndpoint } from '../../../functions/endpoint-caller/call-endpoint.ts';
import { requestBody } from '../../../functions/endpoint-caller/request-body.ts';
import { ANYTHING, datasetRow, endpointRun, type RunChanges } from '../caller-cloud.ts';
import { startEndpoint } from './test-endpoint.ts';

const client = new SecretsManagerClient();
const secrets = mockClient(client);
let apis: ModelApis;
beforeAll(async () => {
  apis = await startModelApis();
  secrets.on(GetSecretValueCommand).callsFake(({ SecretId }) => ({ SecretString: 'a-key-of-the-test', ARN: SecretId }));
});
afterAll(() => apis?.close());

const sse = (events: readonly string[], type = 'text/event-stream') => ({
  type,
  text: events.map((event) => `${event}\n\n`).join(''),
});
const STREAMS: Record<string, ReturnType<typeof sse>> = {
  '/plain': sse(['data: Hello', 'data:  world', 'data: [DONE]']),
  '/tokens': sse(['data: {"token":"Hel"}', 'data: {"token":"lo"}']),
  '/comments': sse([': ping', 'event: x\ndata: a\ndata: b', ': bye'], 'text/event-stream; charset=utf-8'),
};
const { url } = await startEndpoint(
  Object.fromEntries(
    Object.entries(STREAMS).map(([path, { type, text }]) => [
      path,
      (_: unknown, response) => response.writeHead(200, { 'content-type': type }).end(text),
    ]),
  ),
);

async function call(run: RunChanges, text: string) {
  const ofRun = {
    row: datasetRow({ input: JSON.stringify({ text }) }),
    run: endpointRun({ timeoutSeconds: 5, ...run }),
  };
  const one = { ...ofRun, call: 1, remainingMs: () => 60_000, reserve: async () => {} };
  return callEndpoint(one, await requestBody(ofRun), { secrets: client, bindings: ANYTHING });
}

describe.each([
  ['anthropic', 'claude-opus-5', '/v1'],
  ['openai', 'gpt-4.1', '/v1'],
  ['openai', 'gpt-5', '/v1/responses'],
])('a streamed answer of %s %s', (provider, name, path) => {
  const ask = (text: string, allowPrivateAddresses = true) => {
    const url = `${apis.url}${path}`;
    const parameters = { stream: true };
    const model = modelSchema.parse({
      provider,
      model: name,
      url,
      prompt: '{{text}}',
      parameters,
      allowPrivateAddresses,
    });
    return call({ model, endpoint: endpointSchema.parse(endpointOf(model)) }, text);
  };

  it('is the answer that would have come in one piece, with its tokens and the time to the first of them', async () => {
    expect(await ask('the invoice')).toMatchObject({
      kind: 'answered',
      answer: {
        actualOutput: 'billing',
        promptTokens: expect.any(Number),
        completionTokens: expect.any(Number),
        firstTokenMs: expect.any(Number),
      },
    });
    const slow = await ask('the invoice [slow]');
    if (slow.kind !== 'answered') throw new Error('not answered');
    // Events are 150 ms apart: one comes before the first token, one at least after it.
    expect(slow.answer.firstTokenMs).toBeGreaterThan(140);
    expect(slow.answer.latencyMs).toBeGreaterThan((slow.answer.firstTokenMs ?? 0) + 140);
  });

  it.each([
    ['[cut]', 'StreamTruncated'],
    ['[garbage]', 'AnswerUnreadable'],
    ['[tool]', 'ToolCallAnswer'],
    ['[long]', 'AnswerTruncated'],
  ])('with %s fails its row with %s', async (text, name) => {
    expect(await ask(`the invoice ${text}`)).toMatchObject({ kind: 'failed', error: { name } });
  });
});

describe('a streamed answer of an endpoint', () => {
  it.each([
    ['/plain', 'Hello world'],
    ['/tokens', 'Hello'],
    ['/comments', 'a\nb'],
  ])('at %s is read to its end', async (path, actualOutput) => {
    const endpoint = endpointSchema.parse({ url: url(path), allowPrivateAddresses: true });
    expect(await call({ endpoint }, 'x')).toMatchObject({ answer: { actualOutput, firstTokenMs: expect.any(Number) } });
  });

  it('stays as it is where the configuration says text', async () => {
    const endpoint = endpointSchema.parse({ url: url('/tokens'), allowPrivateAddresses: true, response: 'text' });
    expect(await call({ endpoint }, 'x')).toMatchObject({ answer: { actualOutput: STREAMS['/tokens']?.text } });
  });
});
