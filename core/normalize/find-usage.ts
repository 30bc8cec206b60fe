import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { isObject, type JsonObject } from '../json.ts';

export type Usage = Pick<
  NormalizedAnswer,
  'providerName' | 'modelName' | 'promptTokens' | 'completionTokens' | 'totalTokens' | 'costUsd'
>;

const PROMPT_TOKENS = ['input_tokens', 'prompt_tokens', 'inputTokens', 'promptTokens', 'promptTokenCount'];
const COMPLETION_TOKENS = [
  'output_tokens',
  'completion_tokens',
  'outputTokens',
  'completionTokens',
  'candidatesTokenCount',
];
const TOTAL_TOKENS = ['total_tokens', 'totalTokens', 'totalTokenCount'];
const USAGE_FIELDS = ['tokens_used', 'usage', 'token_usage', 'tokenUsage', 'usageMetadata', 'tokens'];
const COST_FIELDS = ['cost_usd', 'costUsd', 'total_cost_usd', 'totalCostUsd'];
const MODEL_FIELDS = ['model', 'model_id', 'modelId', 'model_name', 'modelName'];
const PROVIDER_FIELDS = ['provider', 'provider_id', 'provider_name', 'providerName'];

/** Tokens, cost, model and provider, wherever the known shapes put them. */
export function findUsage(output: unknown): Usage {
  const places = [output, field(output, 'metadata'), field(output, 'output'), field(output, 'body')].filter(isObject);
  const usages = places.flatMap((place) => USAGE_FIELDS.map((name) => place[name])).filter(isObject);
  const tokens = [...usages, ...places].map(tokensIn).find((found) => found !== undefined);
  const everywhere = [...places, ...usages];
  return {
    ...tokens,
    costUsd: first(everywhere, COST_FIELDS, amount),
    modelName: first(everywhere, MODEL_FIELDS, text),
    providerName: first(everywhere, PROVIDER_FIELDS, text),
  };
}

export function tokensIn(
  usage: JsonObject,
): Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens'> | undefined {
  const promptTokens = first([usage], PROMPT_TOKENS, amount);
  const completionTokens = first([usage], COMPLETION_TOKENS, amount);
  const totalTokens = first([usage], TOTAL_TOKENS, amount);
  if (promptTokens === undefined && completionTokens === undefined && totalTokens === undefined) return undefined;
  return { promptTokens, completionTokens, totalTokens: totalTokens ?? (promptTokens ?? 0) + (completionTokens ?? 0) };
}

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function first<T>(places: JsonObject[], names: string[], read: (value: unknown) => T | undefined): T | undefined {
  for (const place of places) {
    for (const name of names) {
      const found = read(place[name]);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Some answers write numbers as text. */
function amount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
