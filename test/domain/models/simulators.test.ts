import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelApis, startModelApis } from '../../../examples/model-apis/model-apis.ts';

const KEY = 'sk-simulated';
let apis: ModelApis;
let chat: OpenAI;
let claude: Anthropic;
let bedrock: BedrockRuntimeClient;

beforeAll(async () => {
  apis = await startModelApis({ key: KEY });
  chat = new OpenAI({ apiKey: KEY, baseURL: `${apis.url}/v1`, maxRetries: 0 });
  claude = new Anthropic({ apiKey: KEY, baseURL: apis.url, maxRetries: 0 });
  bedrock = new BedrockRuntimeClient({
    endpoint: apis.url,
    region: 'us-east-1',
    token: { token: KEY },
    authSchemePreference: ['httpBearerAuth'],
    maxAttempts: 1,
    // Its own speaks HTTP/2, which needs TLS.
    requestHandler: new SecretsManagerClient({ region: 'us-east-1' }).config.requestHandler,
  });
});
afterAll(() => apis?.close());

const QUESTION = 'My invoice is wrong';
const message = (content: string) => [{ role: 'user' as const, content }];
const converse = (text: string, modelId = 'us.amazon.nova-lite-v1:0') =>
  bedrock.send(new ConverseCommand({ modelId, messages: [{ role: 'user', content: [{ text }] }] }));
const create = (content: string, model = 'claude-opus-5') =>
  claude.messages.create({ model, max_tokens: 100, messages: message(content) });

describe('the provider’s own SDK', () => {
  it('reads an answer of the simulated OpenAI, from both of its APIs', async () => {
    const answer = await chat.chat.completions.create({ model: 'gpt-4.1', messages: message(`${QUESTION} [cached]`) });
    expect(answer.choices[0]?.message.content).toBe('billing');
    expect(answer.usage?.prompt_tokens_details?.cached_tokens).toBeGreaterThan(0);
    const response = await chat.responses.create({ model: 'gpt-5', input: QUESTION });
    expect(response).toMatchObject({ output_text: 'billing', status: 'completed' });
  });

  it('assembles the streams of the simulated OpenAI', async () => {
    const stream = chat.chat.completions.stream({
      model: 'gpt-4.1',
      messages: message(QUESTION),
      stream_options: { include_usage: true },
    });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]).toMatchObject({ message: { content: 'billing' }, finish_reason: 'stop' });
    expect(final.usage?.completion_tokens).toBeGreaterThan(0);
    const response = await chat.responses.stream({ model: 'gpt-5', input: QUESTION }).finalResponse();
    expect(response.output_text).toBe('billing');
  });

  it('reads an answer and a stream of the simulated Anthropic', async () => {
    expect(await create(QUESTION)).toMatchObject({
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'billing' }],
    });
    const stream = claude.messages.stream({ model: 'claude-opus-5', max_tokens: 100, messages: message(QUESTION) });
    expect(await stream.finalText()).toBe('billing');
    expect(await stream.finalMessage()).toMatchObject({ stop_reason: 'end_turn', usage: { service_tier: 'standard' } });
  });

  it('reads an answer of the simulated Bedrock', async () => {
    expect(await converse(`${QUESTION} [cached]`)).toMatchObject({
      stopReason: 'end_turn',
      output: { message: { content: [{ text: 'billing' }] } },
      usage: { cacheReadInputTokens: expect.any(Number) },
    });
  });

  it('knows the simulators’ errors', async () => {
    const ask = (content: string, model = 'gpt-4.1') =>
      chat.chat.completions.create({ model, messages: message(content) });
    await expect(ask('[throttle]')).rejects.toThrow(OpenAI.RateLimitError);
    await expect(ask('[spent]')).rejects.toMatchObject({ code: 'insufficient_quota', status: 429 });
    await expect(ask('x', 'unknown')).rejects.toThrow(OpenAI.NotFoundError);
    await expect(create('[throttle]')).rejects.toThrow(Anthropic.RateLimitError);
    await expect(create('[overload]')).rejects.toMatchObject({ status: 529 });
    await expect(create('x', 'unknown')).rejects.toThrow(Anthropic.NotFoundError);
    await expect(create('x', 'locked')).rejects.toThrow(Anthropic.PermissionDeniedError);
    await expect(converse('[throttle]')).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(converse('x', 'unknown')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(converse('x', 'locked')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(new OpenAI({ apiKey: 'wrong', baseURL: `${apis.url}/v1` }).models.list()).rejects.toThrow();
  });
});
