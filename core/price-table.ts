import type { Price } from '../contracts/evaluation-config.ts';

/** A vendor's list price in USD per million tokens. A price that is left out is unknown, not zero. */
export interface ListPrice extends Price {
  /** Writes to a cache that outlives the usual one: 1 h at Anthropic, 12 h at OpenAI. */
  readonly longCacheWritePerMillion?: number;
  /** A prompt of more tokens than `above` multiplies the price of every token of its request. */
  readonly longPrompt?: { readonly above: number; readonly input: number; readonly output: number };
  /** What Bedrock charges outside its `global.` profiles, as a multiple. Default: the same */
  readonly regional?: number;
  /** Multiples for service tiers other than the standard one; a tier that is missing here has no known price. */
  readonly tiers?: Readonly<Record<string, number>>;
  /** The last day of an introductory price. */
  readonly until?: string;
  /** The day the price was read, and where. */
  readonly readOn: string;
  readonly source: string;
}

type Terms = Omit<ListPrice, 'model' | 'inputPerMillion' | 'outputPerMillion'>;

/** Both packages quote the vendors' pages and agree, unless an entry says otherwise. */
const NOW = { readOn: '2026-11-18', source: 'genai-prices 0.2.3, litellm 1.109.1' };
const ONE_SOURCE = { readOn: '2026-11-18', source: 'litellm 1.109.1' };
const SUMMER = { readOn: '2026-08-21', source: 'genai-prices, commit 47df840' };

/** The day most entries were read. */
export const PRICE_TABLE_DATE = NOW.readOn;

const price = (model: string, inputPerMillion: number, outputPerMillion: number, terms: Terms): ListPrice => ({
  model,
  inputPerMillion,
  outputPerMillion,
  ...terms,
});

/** The same price for several models. */
const prices = (models: readonly string[], input: number, output: number, terms: Terms): ListPrice[] =>
  models.map((model) => price(model, input, output, terms));

/** Anthropic's cache writes cost 1.25 times the input, or twice where they are kept for an hour. */
const anthropic = (input: number, cacheReadPerMillion: number, read = NOW) => ({
  cacheReadPerMillion,
  cacheWritePerMillion: input * 1.25,
  longCacheWritePerMillion: input * 2,
  tiers: { batch: 0.5, fast: 2 },
  ...read,
});
/** `us`: inference in the US only, as of docs.aws.amazon.com/claude-platform, data-residency (18 Nov 2026). */
const claude = (input: number, cacheRead: number) => ({
  ...anthropic(input, cacheRead),
  regional: 1.1,
  tiers: { batch: 0.5, fast: 2, us: 1.1 },
});
const olderClaude = (input: number, cacheRead: number) => anthropic(input, cacheRead, SUMMER);

const openai = (input: number, cacheReadPerMillion: number) => ({
  cacheReadPerMillion,
  cacheWritePerMillion: input * 1.25,
  longPrompt: { above: 272_000, input: 2, output: 1.5 },
  regional: 1.1,
  tiers: { batch: 0.5, flex: 0.5, priority: 2, fast: 2 },
  ...NOW,
});
const olderOpenai = (cacheReadPerMillion: number, tiers: ListPrice['tiers'] = { batch: 0.5 }) => ({
  cacheReadPerMillion,
  tiers,
  ...SUMMER,
});
const GPT_5_TIERS = { batch: 0.5, flex: 0.5, priority: 2 };

const nova = (cacheReadPerMillion: number) => ({
  cacheReadPerMillion,
  tiers: { batch: 0.5, flex: 0.5, priority: 1.75 },
  ...NOW,
});
const half = (cacheReadPerMillion?: number) => ({ cacheReadPerMillion, tiers: { batch: 0.5 }, ...NOW });
const gemini = (cacheReadPerMillion: number, read = NOW) => ({ cacheReadPerMillion, tiers: { batch: 0.5 }, ...read });
const ABOVE_200K = { above: 200_000, input: 2, output: 1.5 };

/**
 * List prices on demand. Each entry is for one version of a model, with or without the date of its snapshot: another
 * version needs an entry of its own. `prices` in the configuration come first.
 */
export const DEFAULT_PRICES: readonly ListPrice[] = [
  ...prices(['claude-fable-5-2', 'claude-mythos-5-2'], 8, 40, { ...claude(8, 0.2), ...ONE_SOURCE }),
  price('claude-opus-5-5', 4, 20, claude(4, 0.2)),
  ...prices(
    ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'],
    5,
    25,
    claude(5, 0.5),
  ),
  price('claude-sonnet-5-5', 2, 10, claude(2, 0.1)),
  price('claude-sonnet-5', 2, 10, claude(2, 0.2)),
  price('claude-sonnet-4-6', 3, 15, claude(3, 0.3)),
  price('claude-sonnet-4-5', 3, 15, { ...claude(3, 0.3), longPrompt: ABOVE_200K }),
  price('claude-haiku-5-5', 0.1, 0.5, { ...claude(0.1, 0.01), longPrompt: { above: 100_000, input: 5, output: 5 } }),
  price('claude-haiku-4-5', 1, 5, claude(1, 0.1)),
  ...prices(['claude-opus-4-1', 'claude-opus-4-0', 'claude-opus-4'], 15, 75, olderClaude(15, 1.5)),
  ...prices(['claude-sonnet-4-0', 'claude-sonnet-4'], 3, 15, { ...olderClaude(3, 0.3), longPrompt: ABOVE_200K }),
  ...prices(['claude-3-7-sonnet', 'claude-3-5-sonnet'], 3, 15, olderClaude(3, 0.3)),
  price('claude-3-5-haiku', 0.8, 4, olderClaude(0.8, 0.08)),
  price('claude-3-opus', 15, 75, olderClaude(15, 1.5)),
  price('claude-3-haiku', 0.25, 1.25, {
    ...olderClaude(0.25, 0.03),
    cacheWritePerMillion: 0.3,
    longCacheWritePerMillion: 0.5,
  }),

  price('gpt-6-astra', 10, 50, openai(10, 1)),
  price('gpt-6.1-sol', 2, 10, openai(2, 0.1)),
  price('gpt-6-sol', 2, 10, openai(2, 0.2)),
  price('gpt-6.1-terra', 1, 5, { ...openai(1, 0.05), longCacheWritePerMillion: 2.5 }),
  price('gpt-6-luna', 0.1, 0.5, openai(0.1, 0.01)),
  price('gpt-5.6-sol', 4, 20, openai(4, 0.4)),
  price('gpt-5.6-terra', 2, 12, openai(2, 0.2)),
  price('gpt-5.6-luna', 0.2, 1.2, openai(0.2, 0.02)),
  ...prices(['gpt-5.1', 'gpt-5'], 1.25, 10, olderOpenai(0.125, GPT_5_TIERS)),
  price('gpt-5-mini', 0.25, 2, olderOpenai(0.025, GPT_5_TIERS)),
  price('gpt-5-nano', 0.05, 0.4, olderOpenai(0.005, GPT_5_TIERS)),
  price('gpt-4.1', 2, 8, olderOpenai(0.5)),
  price('gpt-4.1-mini', 0.4, 1.6, olderOpenai(0.1)),
  price('gpt-4.1-nano', 0.1, 0.4, olderOpenai(0.025)),
  price('gpt-4o', 2.5, 10, olderOpenai(1.25)),
  price('gpt-4o-2024-05-13', 5, 15, { readOn: '2026-11-18', source: 'third-party copies of OpenAI’s price page' }),
  price('gpt-4o-mini', 0.15, 0.6, olderOpenai(0.075)),
  price('o3', 2, 8, olderOpenai(0.5)),
  price('o4-mini', 1.1, 4.4, olderOpenai(0.275)),

  price('gemini-3.8-flash', 0.75, 3.75, gemini(0.075)),
  ...['gemini-3.7-flash', 'gemini-3.6-flash'].flatMap((model) => [
    price(model, 0.75, 3.75, { ...gemini(0.075), until: '2026-12-31' }),
    price(model, 1.5, 7.5, gemini(0.15, SUMMER)),
  ]),
  price('gemini-3.5-flash', 1.5, 9, gemini(0.15)),
  price('gemini-3.5-flash-lite', 0.3, 2.5, gemini(0.03)),
  price('gemini-3.1-pro-preview', 2, 12, { ...gemini(0.2), longPrompt: ABOVE_200K }),
  price('gemini-2.5-pro', 1.25, 10, { ...gemini(0.125, SUMMER), longPrompt: ABOVE_200K }),
  price('gemini-2.5-flash', 0.3, 2.5, gemini(0.03, SUMMER)),
  price('gemini-2.5-flash-lite', 0.1, 0.4, gemini(0.01, SUMMER)),
  price('gemini-2.0-flash', 0.1, 0.4, gemini(0.025, SUMMER)),

  price('nova-2-lite', 0.3, 2.5, { ...nova(0.075), regional: 1.1 }),
  price('nova-premier', 2.5, 12.5, nova(0.625)),
  price('nova-pro', 0.8, 3.2, nova(0.2)),
  price('nova-lite', 0.06, 0.24, nova(0.015)),
  price('nova-micro', 0.035, 0.14, nova(0.00875)),
  price('llama4-maverick-17b-instruct', 0.24, 0.97, half()),
  price('llama4-scout-17b-instruct', 0.17, 0.66, half()),
  price('llama3-3-70b-instruct', 0.72, 0.72, half()),
  ...prices(['mistral-large-3', 'mistral-large-2512', 'mistral-large-3-675b-instruct'], 0.5, 1.5, half(0.05)),
  ...prices(['mistral-medium-3.5', 'mistral-medium-3-5'], 1.5, 7.5, half(0.15)),
  ...prices(['mistral-small-4', 'mistral-small-2603'], 0.15, 0.6, half(0.015)),
  ...prices(['mistral-large-2411', 'mistral-large-2407'], 2, 6, SUMMER),
];
