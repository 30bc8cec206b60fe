import type { NormalizedAnswer } from '../../contracts/caller.ts';
import type { Figure } from '../../contracts/figures.ts';
import { isObject, type JsonObject } from '../json.ts';
import { addTokens, isPlausible } from './plausible.ts';

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

/** Tokens, cost, model and provider, wherever the known shapes put them, as they are said: the row sets aside what cannot be. */
export function findUsage(output: unknown): Usage {
  const places = [output, field(output, 'metadata'), field(output, 'output'), field(output, 'body')].filter(isObject);
  const usages = places.flatMap((place) => USAGE_FIELDS.map((name) => place[name])).filter(isObject);
  const tokens = [...usages, ...places].map(tokensIn).find((found) => found !== undefined);
  const everywhere = [...places, ...usages];
  return {
    ...tokens,
    costUsd: amount(everywhere, COST_FIELDS, 'cost_usd'),
    modelName: first(everywhere, MODEL_FIELDS, text),
    providerName: first(everywhere, PROVIDER_FIELDS, text),
  };
}

export function tokensIn(
  usage: JsonObject,
): Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens'> | undefined {
  const promptTokens = amount([usage], PROMPT_TOKENS, 'prompt_tokens');
  const completionTokens = amount([usage], COMPLETION_TOKENS, 'completion_tokens');
  const totalTokens = amount([usage], TOTAL_TOKENS, 'total_tokens');
  if (promptTokens === undefined && completionTokens === undefined && totalTokens === undefined) return undefined;
  return { promptTokens, completionTokens, totalTokens: totalTokens ?? addTokens(promptTokens ?? 0, completionTokens) };
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

/** The first number that can be, or else the first that is said. */
const amount = (places: JsonObject[], names: string[], figure: Figure): number | undefined =>
  first(places, names, (value) => {
    const said = numberIn(value);
    return isPlausible(figure, said) ? said : undefined;
  }) ?? first(places, names, numberIn);

/** Some answers write numbers as text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined;
}
