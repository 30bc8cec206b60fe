import { describe, expect, it } from 'vitest';
import { tokensIn } from '../../core/normalize/find-usage.ts';
import { historyUsage } from '../../core/normalize/history-usage.ts';
import { normalizeEndpointAnswer } from '../../core/normalize/normalize-endpoint-answer.ts';
import { DEFAULT_PRICES } from '../../core/price-table.ts';
import { hasPrice, priceOf } from '../../core/pricing.ts';

const million = { promptTokens: 1_000_000, completionTokens: 1_000_000 };
/** In requests with short prompts. */
const usd = (modelName: string) => priceOf({ modelName, ...million, longestPrompt: 1_000 });
const priced = (modelName: string, usage: object, more: object = {}) => {
  const { actualOutput: _, ...found } = normalizeEndpointAnswer({ usage, ...more });
  return priceOf({ ...found, modelName });
};

describe('the price of an answer', () => {
  it.each([
    ['gpt-4o', 12.5],
    ['gpt-4o-2024-08-06', 12.5],
    ['gpt-4o-2024-05-13', 20],
    ['gpt-4o-mini-2024-07-18', 0.75],
    ['gpt-6.1-sol', 12],
    ['claude-sonnet-4-20250514', 18],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 18],
    ['anthropic.claude-3-haiku-20240307-v1:0', 1.5],
    ['anthropic/claude-opus-4-5', 30],
    ['claude-opus-4.6', 30],
    ['claude-opus-4-1-20250805', 90],
    ['amazon.nova-micro-v1:0', 0.175],
    ['global.anthropic.claude-sonnet-4-5-20250929-v1:0', 18],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 19.8],
    ['anthropic.claude-sonnet-4-5-20250929-v1:0', 19.8],
    ['us.amazon.nova-2-lite-v1:0', 3.08],
  ])('of %s comes from the built-in table', (modelName, expected) => {
    expect(usd(modelName)).toBeCloseTo(expected, 9);
  });

  it.each([
    'homemade',
    'gpt-5.5',
    'gpt-5.2',
    'gpt-5-pro',
    'o3-pro',
    'gpt-4.1-mini-high',
    'claude-opus-4-9',
    'claude-opus-6',
    'gpt-50',
    'amazon.nova-pro-v2:0',
    'us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0',
  ])('of %s is unknown: no other entry is its own', (modelName) => {
    expect(usd(modelName)).toBeUndefined();
    expect(hasPrice(modelName)).toBe(false);
  });

  it('is unknown without tokens or a model', () => {
    expect(priceOf({ modelName: 'gpt-4o' })).toBeUndefined();
    expect(priceOf(million)).toBeUndefined();
  });

  it('comes from the configuration first, the most exact entry of it', () => {
    const overrides = [
      { model: '*', inputPerMillion: 1, outputPerMillion: 1 },
      { model: 'gpt-*', inputPerMillion: 2, outputPerMillion: 2 },
      { model: 'gpt-*', provider: 'azure', inputPerMillion: 3, outputPerMillion: 3 },
    ];
    expect(priceOf({ modelName: 'gpt-4o', ...million }, overrides)).toBe(4);
    expect(priceOf({ modelName: 'gpt-4o', providerName: 'Azure', ...million }, overrides)).toBe(6);
    expect(priceOf({ modelName: 'homemade', ...million }, overrides)).toBe(2);
    expect(priceOf(million, overrides)).toBe(2);
  });

  it('of a pattern in the configuration is for one version', () => {
    const named = (model: string, modelName: string) =>
      priceOf({ modelName, ...million }, [{ model, inputPerMillion: 0.5, outputPerMillion: 0.5 }]) === 1;
    expect(['gpt-5', 'gpt-5-2025-08-07', 'gpt-5-mini'].map((name) => named('gpt-5*', name))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['gpt-5.5', 'gpt-50', 'gpt-5.2-chat'].map((name) => named('gpt-5*', name))).toEqual([false, false, false]);
    expect(['claude-opus-4-6', 'claude-opus-4-20250514'].map((name) => named('claude-opus-4*', name))).toEqual([
      false,
      true,
    ]);
    expect(named('gpt-5.*', 'gpt-5.5')).toBe(true);
  });

  it('has a day and a source for every entry of the table, and one entry for a version', () => {
    for (const { readOn, source } of DEFAULT_PRICES)
      expect([readOn, source]).toEqual([expect.stringMatching(/^2026-/), expect.any(String)]);
    const names = DEFAULT_PRICES.filter(({ until }) => until === undefined).map(({ model }) => model);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.includes('*'))).toEqual([]);
  });

  it('of an introduction ends with its last day', () => {
    const on = (day: string) => priceOf({ modelName: 'gemini-3.7-flash', ...million }, [], new Date(day));
    expect([on('2026-12-31T23:59:59Z'), on('2027-01-01')]).toEqual([4.5, 9]);
  });
});

describe('tokens of a cache and of reasoning', () => {
  const anthropic = {
    input_tokens: 100,
    cache_creation_input_tokens: 10_000,
    cache_read_input_tokens: 90_000,
    output_tokens: 500,
  };

  it('are priced at their own rates where Anthropic and Bedrock report them apart', () => {
    expect(priced('claude-sonnet-4-5', anthropic)).toBeCloseTo(0.0723, 12);
    const bedrock = {
      inputTokens: 100,
      cacheWriteInputTokens: 10_000,
      cacheReadInputTokens: 90_000,
      outputTokens: 500,
    };
    expect(priced('us.anthropic.claude-sonnet-4-5-20250929-v1:0', bedrock)).toBeCloseTo(0.0723 * 1.1, 12);
    const hour = { cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 10_000 } };
    expect(priced('claude-sonnet-4-5', { ...anthropic, ...hour })).toBeCloseTo(0.0723 + 0.0225, 12);
    const details = { cacheDetails: [{ ttl: '1h', inputTokens: 10_000 }] };
    expect(priced('claude-sonnet-4-5', { ...bedrock, ...details })).toBeCloseTo(0.0723 + 0.0225, 12);
  });

  it('are part of the prompt in OpenAI’s answers', () => {
    const chat = {
      prompt_tokens: 1_000_000,
      completion_tokens: 0,
      prompt_tokens_details: { cached_tokens: 600_000 },
    };
    expect(priced('gpt-5', chat)).toBeCloseTo(0.4 * 1.25 + 0.6 * 0.125, 12);
    const responses = {
      input_tokens: 200_000,
      output_tokens: 0,
      input_tokens_details: { cached_tokens: 50_000, cache_write_tokens: 50_000 },
    };
    expect(priced('gpt-6.1-sol', responses)).toBeCloseTo((100_000 * 2 + 50_000 * 0.1 + 50_000 * 2.5) / 1e6, 12);
    const litellm = { ...chat, cache_read_input_tokens: 600_000, total_tokens: 1_000_000 };
    expect(tokensIn(litellm)).toMatchObject({ promptTokens: 1_000_000, totalTokens: 1_000_000 });
  });

  it('count as input and output, whoever reports them', () => {
    expect(tokensIn(anthropic)).toMatchObject({ promptTokens: 100_100, completionTokens: 500, totalTokens: 100_600 });
    const gemini = { promptTokenCount: 10, candidatesTokenCount: 20, thoughtsTokenCount: 30, totalTokenCount: 60 };
    expect(tokensIn(gemini)).toMatchObject({ promptTokens: 10, completionTokens: 50, totalTokens: 60 });
    expect(priced('gemini-2.5-flash', gemini)).toBeCloseTo((10 * 0.3 + 50 * 2.5) / 1e6, 15);
    const details = { completion_tokens_details: { reasoning_tokens: 30 } };
    const compatible = { prompt_tokens: 10, completion_tokens: 20, ...details };
    expect(tokensIn({ ...compatible, total_tokens: 60 })).toMatchObject({ completionTokens: 50 });
    expect(tokensIn({ ...compatible, completion_tokens: 50, total_tokens: 60 })).toMatchObject({
      completionTokens: 50,
    });
  });

  it('make the cost unknown where they have no price, or are more than the prompt', () => {
    expect(
      priced('amazon.nova-pro-v1:0', { inputTokens: 1, outputTokens: 1, cacheWriteInputTokens: 5 }),
    ).toBeUndefined();
    const cached = { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } };
    expect(priced('gpt-5', cached)).toBeUndefined();
    const own = { model: 'mine', inputPerMillion: 1, outputPerMillion: 1 };
    const usage = { modelName: 'mine', ...tokensIn(anthropic) };
    expect(priceOf(usage, [own])).toBeUndefined();
    const complete = { ...own, cacheReadPerMillion: 0.1, cacheWritePerMillion: 2 };
    expect(priceOf(usage, [complete])).toBeCloseTo((100 + 9_000 + 20_000 + 500) / 1e6, 12);
  });
});

describe('a request at another price', () => {
  const gpt = (prompt_tokens: number, more = {}) =>
    priced('gpt-6.1-sol', { prompt_tokens, completion_tokens: 100_000 }, more);

  it('is one with a long prompt: every token of it', () => {
    expect(gpt(272_000)).toBeCloseTo(0.272 * 2 + 1, 12);
    expect(gpt(272_001)).toBeCloseTo(0.272001 * 4 + 1.5, 12);
    expect(priced('claude-haiku-5-5', { input_tokens: 100_001, output_tokens: 0 })).toBeCloseTo(0.0500005, 12);
  });

  it('is one of another service tier, where its price is known', () => {
    const tiers = ['default', 'flex', 'priority', 'scale'].map((service_tier) => gpt(0, { service_tier }));
    expect(tiers).toEqual([1, 0.5, 2, undefined]);
    const batch = { input_tokens: 1_000_000, output_tokens: 0, service_tier: 'batch' };
    expect(priced('claude-opus-5', batch)).toBeCloseTo(2.5, 12);
    expect(priced('claude-opus-5', { ...batch, inference_geo: 'us' })).toBeCloseTo(2.75, 12);
    expect(priced('claude-opus-5', { ...batch, inference_geo: 'eu' })).toBeUndefined();
    expect(priced('claude-opus-5', { ...batch, service_tier: 'standard', inference_geo: 'global' })).toBeCloseTo(5, 12);
    expect(priced('claude-opus-5', { ...batch, service_tier: 'standard', speed: 'fast' })).toBeCloseTo(10, 12);
    const bedrock = { serviceTier: { type: 'priority' } };
    expect(priced('amazon.nova-pro-v1:0', { inputTokens: 1_000_000, outputTokens: 0 }, bedrock)).toBeCloseTo(1.4, 12);
  });

  it('is not made of several short ones that an agent’s history adds up', () => {
    const call = (prompt_tokens: number) => JSON.stringify({ usage: { prompt_tokens, completion_tokens: 0 } });
    const of = (...prompts: number[]) => priceOf({ modelName: 'gpt-6.1-sol', ...historyUsage(prompts.map(call)) });
    expect(of(200_000, 200_000)).toBeCloseTo(0.8, 12);
    expect(of(300_000)).toBeCloseTo(1.2, 12);
    expect(of(300_000, 1_000)).toBeUndefined();
  });
});
