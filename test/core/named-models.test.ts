import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { billedModel, namedModels } from '../../core/named-models.ts';
import { mappedAnswer } from '../../core/normalize/apply-output-mapping.ts';
import { findUsage } from '../../core/normalize/find-usage.ts';
import { limitedTokens } from '../../core/pacing/used-tokens.ts';
import { checked } from '../../functions/run-planner/read-input.ts';

const BEDROCK = 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/eu.anthropic.claude-opus-5-v1%3A0/converse';

describe('the model that a configuration names', () => {
  it('stands in the address of Bedrock or Google, or as text in the input mapping', () => {
    expect(namedModels({ url: BEDROCK })).toEqual(['eu.anthropic.claude-opus-5-v1:0']);
    expect(namedModels({ url: 'https://g.test/v1beta/models/gemini-3.5-flash:generateContent?x=1' })).toEqual([
      'gemini-3.5-flash',
    ]);
    expect(namedModels({ inputMapping: `{ "model": 'gpt-5.5', "input": input.model }` })).toEqual(['gpt-5.5']);
    expect(namedModels({ url: 'https://own.test/models/iris', inputMapping: '{ "model": input.model }' })).toEqual([]);
  });

  it('is billed where the answer names none, and with Bedrock’s region whatever the answer names', () => {
    const inputMapping = '{ "model": "gpt-5" }';
    expect(billedModel({ inputMapping }, undefined)).toBe('gpt-5');
    expect(billedModel({ inputMapping }, 'gpt-5-2025-08-07')).toBe('gpt-5-2025-08-07');
    expect(billedModel({ url: BEDROCK }, 'claude-opus-5')).toBe('eu.anthropic.claude-opus-5-v1:0');
  });

  it('needs a price before a run with a budget is planned', () => {
    const config = (model: string, more: object = {}) =>
      evaluationConfigSchema.parse({
        endpoint: { url: 'https://models.test/v1/responses' },
        endpointInputMapping: `{ "model": "${model}", "input": input }`,
        executor: { budgetLimit: 5 },
        ...more,
      });
    const refused = expect.objectContaining({ name: 'InvalidRunInput', message: expect.stringContaining('gpt-5.5') });
    const refusal = (value: ReturnType<typeof config>) => {
      try {
        return checked(value) && undefined;
      } catch (error) {
        return error;
      }
    };
    expect(refusal(config('gpt-5.5'))).toEqual(refused);
    expect(refusal(config('gpt-6.1-sol'))).toBeUndefined();
    const prices = [{ model: 'gpt-5.5', inputPerMillion: 5, outputPerMillion: 30 }];
    expect(refusal(config('gpt-5.5', { prices }))).toBeUndefined();
    expect(refusal(config('gpt-5.5', { executor: { budgetLimit: 5, assumeCostPerRow: 1 } }))).toBeUndefined();
    expect(refusal(config('gpt-5.5', { executor: {} }))).toBeUndefined();
    const endpointOutputMapping = '{ "actualOutput": body.text, "costUsd": body.usage.cost }';
    expect(refusal(config('gpt-5.5', { endpointOutputMapping }))).toBeUndefined();
  });
});

describe('cached tokens of a response', () => {
  const body = { usage: { input_tokens: 100, cache_read_input_tokens: 900, output_tokens: 5 } };

  it('are kept by a mapping that repeats its input tokens, and replaced by one that gives others', () => {
    const mapped = (usage: object) => mappedAnswer({ actualOutput: 'yes', ...usage }, findUsage(body));
    const kept = { promptTokens: 1000, completionTokens: 5, totalTokens: 1005, cacheTokens: { read: 900 } };
    expect(mapped({ promptTokens: 100, completionTokens: 5 })).toMatchObject(kept);
    expect(mapped({ promptTokens: 1000 })).toMatchObject({ cacheTokens: { read: 900 } });
    expect(mapped({ promptTokens: 7 }).cacheTokens).toBeUndefined();
    expect(mapped({ promptTokens: 7, cacheReadTokens: 3 }).cacheTokens).toMatchObject({ read: 3, isApart: false });
  });

  it('do not count against a rate limit of a provider that reports them apart', () => {
    expect(limitedTokens(findUsage(body))).toBe(105);
    const openai = {
      usage: { prompt_tokens: 1000, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 900 } },
    };
    expect(limitedTokens(findUsage(openai))).toBe(1005);
  });
});
