import type { CacheTokens, NormalizedAnswer } from '../../contracts/caller.ts';
import type { Figure } from '../../contracts/figures.ts';
import { defined } from '../defined.ts';
import { isObject, type JsonObject } from '../json.ts';
import { addTokens, isPlausible } from './plausible.ts';

export type Usage = Pick<
  NormalizedAnswer,
  | 'providerName'
  | 'modelName'
  | 'promptTokens'
  | 'completionTokens'
  | 'totalTokens'
  | 'cacheTokens'
  | 'longestPrompt'
  | 'serviceTier'
  | 'costUsd'
>;
export type Tokens = Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens' | 'cacheTokens' | 'longestPrompt'>;

const PROMPT_TOKENS = ['input_tokens', 'prompt_tokens', 'inputTokens', 'promptTokens', 'promptTokenCount'];
const COMPLETION_TOKENS = [
  'output_tokens',
  'completion_tokens',
  'outputTokens',
  'completionTokens',
  'candidatesTokenCount',
];
const TOTAL_TOKENS = ['total_tokens', 'totalTokens', 'totalTokenCount'];

/** Anthropic's and Bedrock's names: apart from `input_tokens`, part of `prompt_tokens`. */
const CACHE_READ = ['cache_read_input_tokens', 'cacheReadInputTokens', 'cacheReadInputTokenCount'];
const CACHE_WRITE = [
  'cache_creation_input_tokens',
  'cacheWriteInputTokens',
  'cacheWriteInputTokenCount',
  'cache_write_input_tokens',
];
/** Other names, always part of the prompt; OpenAI and those who follow it have them in an object of details. */
const PROMPT_DETAILS = [
  'prompt_tokens_details',
  'input_tokens_details',
  'promptTokensDetails',
  'inputTokensDetails',
  'input_token_details',
  'inputTokenDetails',
];
const PART_READ = [
  'cached_tokens',
  'cachedTokens',
  'cache_read',
  'cacheReadTokens',
  'cache_read_tokens',
  'cachedInputTokens',
  'cachedContentTokenCount',
  'prompt_cache_hit_tokens',
];
const PART_WRITE = [
  'cache_write_tokens',
  'cacheWriteTokens',
  'cache_creation',
  'cache_creation_tokens',
  'cacheCreationTokens',
];
const OUTPUT_DETAILS = ['completion_tokens_details', 'output_tokens_details', 'output_token_details'];

const USAGE_FIELDS = ['tokens_used', 'usage', 'token_usage', 'tokenUsage', 'usageMetadata', 'usage_metadata', 'tokens'];
const COST_FIELDS = ['cost_usd', 'costUsd', 'total_cost_usd', 'totalCostUsd'];
const MODEL_FIELDS = ['model', 'model_id', 'modelId', 'model_name', 'modelName', 'modelVersion'];
const PROVIDER_FIELDS = ['provider', 'provider_id', 'provider_name', 'providerName'];

/** Tokens, cost, model and provider, wherever the known shapes put them, as they are said: the row sets aside what cannot be. */
export function findUsage(output: unknown): Usage {
  const places = [output, field(output, 'metadata'), field(output, 'output'), field(output, 'body')].filter(isObject);
  const usages = places.flatMap((place) => USAGE_FIELDS.map((name) => place[name])).filter(isObject);
  const tokens = [...usages, ...places].map(tokensIn).find((found) => found !== undefined);
  const everywhere = [...places, ...usages];
  const serviceTier = tierIn(everywhere);
  return {
    ...tokens,
    costUsd: amount(everywhere, COST_FIELDS, 'cost_usd'),
    modelName: first(everywhere, MODEL_FIELDS, text),
    providerName: first(everywhere, PROVIDER_FIELDS, text),
    ...(serviceTier && { serviceTier }),
  };
}

/** `found`, replaced by what is known better. What belongs to one count of tokens is not mixed with another. */
export function betterUsage<Found extends Usage>(found: Found, better: Usage): Found {
  const { promptTokens, totalTokens: _total, ...others } = better;
  const { read = 0, write = 0, isApart = false } = found.cacheTokens ?? {};
  if (promptTokens === undefined) return { ...found, ...defined(better) };
  // A mapping that repeats the response's input tokens leaves out the cached tokens that stand beside them.
  const isRepeated = !better.cacheTokens && isApart && promptTokens + read + write === found.promptTokens;
  if (isRepeated) return { ...found, ...defined(others) };
  const isSame = !better.cacheTokens && promptTokens === found.promptTokens;
  return { ...found, ...(!isSame && { cacheTokens: undefined, longestPrompt: undefined }), ...defined(better) };
}

export function tokensIn(usage: JsonObject): Tokens | undefined {
  const promptTokens = amount([usage], PROMPT_TOKENS, 'prompt_tokens');
  const completionTokens = amount([usage], COMPLETION_TOKENS, 'completion_tokens');
  const said = amount([usage], TOTAL_TOKENS, 'total_tokens');
  if (promptTokens === undefined && completionTokens === undefined && said === undefined) return undefined;
  const cacheTokens = cacheIn(usage);
  // Gemini reports the results of its tools and its thoughts beside input and output.
  const input = added(promptTokens, [
    numberIn(usage.toolUsePromptTokenCount),
    ...(cacheTokens?.isApart ? [cacheTokens.read, cacheTokens.write] : []),
  ]);
  const output = added(completionTokens, [numberIn(usage.thoughtsTokenCount) ?? reasoningApart(usage, said)]);
  const sum = addTokens(input ?? 0, output);
  return {
    promptTokens: input,
    completionTokens: output,
    totalTokens: said === undefined || (cacheTokens?.isApart && said < sum) ? sum : said,
    ...(cacheTokens && { cacheTokens }),
  };
}

/** Undefined where the answer speaks of no cache. */
function cacheIn(usage: JsonObject): CacheTokens | undefined {
  const details = [usage, ...PROMPT_DETAILS.map((name) => usage[name])].filter(isObject);
  const part = { read: first(details, PART_READ, numberIn), write: first(details, PART_WRITE, numberIn) };
  const beside = { read: first([usage], CACHE_READ, numberIn), write: first([usage], CACHE_WRITE, numberIn) };
  const isApart =
    (beside.read ?? beside.write) !== undefined &&
    (usage.input_tokens ?? usage.inputTokens) !== undefined &&
    (part.read ?? part.write) === undefined;
  const read = part.read ?? beside.read ?? 0;
  const write = part.write ?? beside.write ?? 0;
  return read === 0 && write === 0 ? undefined : { read, write, longWrite: longWriteIn(usage, details), isApart };
}

/** Anthropic's writes for 1 h, Bedrock's list by lifetime, OpenAI's for 12 h. */
function longWriteIn({ cache_creation: byTtl, cacheDetails }: JsonObject, details: readonly JsonObject[]): number {
  const writes = details.map((place) => place.cache_write_tokens_details).find(isObject);
  const listed = Array.isArray(cacheDetails)
    ? cacheDetails.filter(isObject).find(({ ttl }) => ttl === '1h')
    : undefined;
  const candidates = [field(byTtl, 'ephemeral_1h_input_tokens'), listed?.inputTokens, writes?.ttl_12h_tokens];
  return candidates.map(numberIn).find((tokens) => tokens !== undefined) ?? 0;
}

/** Some count reasoning in their total and not in their output. */
function reasoningApart(usage: JsonObject, total: number | undefined): number | undefined {
  const details = OUTPUT_DETAILS.map((name) => usage[name]).filter(isObject);
  const reasoning = first(details, ['reasoning_tokens', 'reasoning'], numberIn);
  const prompt = first([usage], PROMPT_TOKENS, numberIn) ?? 0;
  const completion = first([usage], COMPLETION_TOKENS, numberIn) ?? 0;
  return reasoning !== undefined && total === prompt + completion + reasoning ? reasoning : undefined;
}

const added = (tokens: number | undefined, more: readonly (number | undefined)[]): number | undefined =>
  more.reduce<number | undefined>((sum, value) => (value === undefined ? sum : addTokens(sum ?? 0, value)), tokens);

/**
 * OpenAI and Anthropic give its name, Bedrock an object. Faster answers and a chosen geography have prices of their own,
 * too: `batch+us` is both.
 */
function tierIn(places: readonly JsonObject[]): string | undefined {
  const isOptimized = places.some(({ performanceConfig }) => field(performanceConfig, 'latency') === 'optimized');
  const geography = first(places, ['inference_geo'], text);
  const parts = [
    first(places, ['service_tier', 'serviceTier'], (value) => text(isObject(value) ? value.type : value)),
    places.some(({ speed }) => speed === 'fast') && 'fast',
    isOptimized && 'optimized',
    !/^(?:global|not_available)$/.test(geography ?? 'global') && geography,
  ];
  return parts.filter(Boolean).join('+') || undefined;
}

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function first<T>(
  places: readonly JsonObject[],
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
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
