import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { costOfCall } from '../../../core/result-row.ts';
import { endpointOf } from '../../../domain/models/compile-model.ts';
import { modelSchema } from '../../../domain/models/model-schema.ts';
import { type ModelApis, startModelApis } from '../../../examples/model-apis/model-apis.ts';
import { callEndpoint } from '../../../functions/endpoint-caller/call-endpoint.ts';
import { requestBody } from '../../../functions/endpoint-caller/request-body.ts';
import { ANYTHING, datasetRow, endpointRun, type RunChanges } from '../caller-cloud.ts';

const KEY = 'sk-of-the-test';
const client = new SecretsManagerClient();
const secrets = mockClient(client);
let apis: ModelApis;
beforeAll(async () => {
  apis = await startModelApis({ key: KEY });
});
afterAll(() => apis?.close());
beforeEach(() => {
  apis.requests.length = 0;
  secrets.reset();
  secrets.on(GetSecretValueCommand).callsFake(({ SecretId }) => ({ SecretString: KEY, ARN: SecretId }));
});

type Given = readonly [name: string, model: { readonly provider: string; readonly model: string }, path: string];
const PROVIDERS: Given[] = [
  ['bedrock', { provider: 'bedrock', model: 'us.amazon.nova-lite-v1:0' }, ''],
  ['anthropic', { provider: 'anthropic', model: 'claude-opus-5' }, '/v1'],
  ['openai', { provider: 'openai', model: 'gpt-4.1' }, '/v1'],
  ['openai responses', { provider: 'openai', model: 'gpt-5' }, '/v1/responses'],
];

async function ask([, given, path]: Given, text: string, changes: Record<string, unknown> = {}, run: RunChanges = {}) {
  const model = modelSchema.parse({
    ...given,
    url: `${apis.url}${path}`,
    system: 'You classify.',
    prompt: 'Label: {{text}}',
    allowPrivateAddresses: true,
    ...changes,
  });
  const endpoint = endpointSchema.parse(endpointOf(model));
  const ofRun = {
    row: datasetRow({ input: JSON.stringify({ text }) }),
    run: endpointRun({ timeoutSeconds: 5, endpoint, model, ...run }),
  };
  const one = { ...ofRun, call: 1, remainingMs: () => 60_000, reserve: async () => {} };
  const outcome = await callEndpoint(one, await requestBody(ofRun), { secrets: client, bindings: ANYTHING });
  return { ...outcome, run: ofRun.run };
}

describe.each(PROVIDERS)('a model of %s', (...given: Given) => {
  it('answers with its text, its tokens and their price', async () => {
    const { run, ...outcome } = await ask(given, 'the invoice is wrong [cached]');
    expect(outcome).toMatchObject({
      kind: 'answered',
      answer: {
        actualOutput: 'billing',
        providerName: given[1].provider,
        modelName: given[1].model,
        promptTokens: expect.any(Number),
        completionTokens: expect.any(Number),
        cacheTokens: { read: expect.any(Number) },
      },
    });
    if (outcome.kind !== 'answered') throw new Error('not answered');
    expect(outcome.answer.cacheTokens?.read).toBeGreaterThan(0);
    const own = {
      model: given[1].model,
      inputPerMillion: 1e6,
      outputPerMillion: 0,
      cacheReadPerMillion: 0,
      cacheWritePerMillion: 0,
    };
    const { promptTokens = 0, cacheTokens: { read = 0, write = 0 } = {} } = outcome.answer;
    expect(costOfCall({ ...run, prices: [own] }, outcome.answer)).toBeCloseTo(promptTokens - read - write, 9);
  });

  it('keeps the price of a model that nobody knows unknown', async () => {
    const { run, ...outcome } = await ask(given, 'x', { model: 'private-model' });
    if (outcome.kind !== 'answered') throw new Error('not answered');
    expect(costOfCall(run, outcome.answer)).toBeUndefined();
  });

  it.each([
    ['[long]', 'AnswerTruncated'],
    ['[tool]', 'ToolCallAnswer'],
    ['[empty]', 'AnswerUnreadable'],
    ['[spent]', 'ModelQuotaSpent'],
    ['[overload]', 'TargetUnavailable'],
  ])('fails the row of %s with %s', async (text, name) => {
    const outcome = await ask(given, text);
    expect(outcome).toMatchObject({ kind: 'failed', error: { name }, answer: { modelName: given[1].model } });
    expect(outcome).not.toMatchObject({ isTurnedAway: true });
  });

  it('says that it refused, or that a filter stopped it', async () => {
    const names = await Promise.all(['[refuse]', '[filter]'].map(async (text) => await ask(given, text)));
    for (const outcome of names) {
      expect(outcome).toMatchObject({
        kind: 'failed',
        error: { name: expect.stringMatching(/ModelRefused|ContentFiltered/) },
      });
    }
  });

  it('waits for its rate limit, which counts no attempt', async () => {
    expect(await ask(given, '[throttle]')).toMatchObject({ error: { name: 'TargetThrottled' }, isTurnedAway: true });
  });

  it.each([
    ['unknown-model', 'ModelNotFound'],
    ['locked-model', 'ModelAccessDenied'],
  ])('%s is %s', async (model, name) => {
    expect(await ask(given, 'x', { model })).toMatchObject({ error: { name, errorClass: 'permanent' } });
  });

  it('is not reached with a wrong key, which is not shown', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'sk-wrong-key' });
    const sent = given[1].provider === 'anthropic' ? { type: 'header', header: 'x-api-key' } : { type: 'bearer' };
    const outcome = await ask(given, 'x', { auth: { ...sent, secretArn: `wrong-${given[0]}` } });
    expect(outcome).toMatchObject({ kind: 'failed', error: { name: 'ModelAccessDenied' } });
    expect(JSON.stringify(outcome)).not.toContain('sk-wrong-key');
  });

  it('answers with JSON where a schema asks for it, which the output mapping sees', async () => {
    const responseSchema = { type: 'object', properties: { label: { type: 'string' } } };
    const run = { outputMapping: 'output.label' };
    expect(await ask(given, 'the invoice', { responseSchema }, run)).toMatchObject({
      answer: { actualOutput: 'billing' },
    });
  });
});

describe('the parameters of a model', () => {
  it.each([
    [
      'bedrock',
      {
        inferenceConfig: { maxTokens: 9, temperature: 0, stopSequences: ['x'] },
        additionalModelRequestFields: { top_k: 3 },
      },
    ],
    ['anthropic', { max_tokens: 9, temperature: 0, stop_sequences: ['x'], top_k: 3 }],
    ['openai', { max_completion_tokens: 9, temperature: 0, stop: 'x', top_k: 3 }],
    ['openai responses', { max_output_tokens: 9, temperature: 0, stop: 'x', top_k: 3 }],
  ])('are named as %s names them', async (name, body) => {
    const parameters = { maxTokens: 9, temperature: 0, stop: 'x', top_k: 3 };
    for (const given of PROVIDERS.filter((one) => one[0] === name)) await ask(given, 'x', { parameters });
    expect(apis.requests.at(-1)?.body).toMatchObject(body);
  });
});
