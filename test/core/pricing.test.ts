import { describe, expect, it } from 'vitest';
import { priceOf } from '../../core/pricing.ts';

const million = { promptTokens: 1_000_000, completionTokens: 1_000_000 };

describe('the price of an answer', () => {
  it.each([
    ['gpt-4o', 12.5],
    ['gpt-4o-2024-08-06', 12.5],
    ['gpt-4o-mini-2024-07-18', 0.75],
    ['claude-sonnet-4-20250514', 18],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 18],
    ['anthropic.claude-3-haiku-20240307-v1:0', 1.5],
    ['anthropic/claude-opus-4-5', 30],
    ['amazon.nova-micro-v1:0', 0.175],
  ])('of %s comes from the built-in table', (modelName, usd) => {
    expect(priceOf({ modelName, ...million })).toBeCloseTo(usd, 9);
  });

  it('is unknown for an unknown model, and without tokens', () => {
    expect(priceOf({ modelName: 'homemade', ...million })).toBeUndefined();
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
});
