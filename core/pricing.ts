import type { NormalizedAnswer } from '../contracts/caller.ts';
import type { Price } from '../contracts/evaluation-config.ts';
import { isPlausible } from './normalize/plausible.ts';
import { DEFAULT_PRICES, type ListPrice } from './price-table.ts';

export type Usage = Pick<
  NormalizedAnswer,
  'providerName' | 'modelName' | 'promptTokens' | 'completionTokens' | 'cacheTokens' | 'longestPrompt' | 'serviceTier'
>;

/** USD for the tokens used. Undefined where a price or a count that it takes is unknown or impossible. */
export function priceOf(usage: Usage, overrides: readonly Price[] = [], today = new Date()): number | undefined {
  const { promptTokens = 0, completionTokens = 0, cacheTokens } = usage;
  if (usage.promptTokens === undefined && usage.completionTokens === undefined) return undefined;
  const { read = 0, write = 0, longWrite = 0 } = cacheTokens ?? {};
  const fresh = promptTokens - read - write;
  const counts = [promptTokens, read, write, longWrite, fresh, write - longWrite];
  if (counts.some((count) => !isPlausible('prompt_tokens', count))) return undefined;
  if (!isPlausible('completion_tokens', completionTokens)) return undefined;
  const found = ownPrice(usage, overrides) ?? listPrice(usage, today);
  if (!found) return undefined;
  const shortWrite = write - longWrite;
  const input = [
    partOf(fresh, found.inputPerMillion),
    partOf(read, found.cacheReadPerMillion),
    partOf(shortWrite, found.cacheWritePerMillion),
    partOf(longWrite, found.longCacheWritePerMillion),
  ].reduce((sum, part) => sum + part, 0);
  const usd = (input + partOf(completionTokens, found.outputPerMillion)) / 1_000_000;
  return Number.isNaN(usd) ? undefined : usd;
}

/** Whether tokens of this model can be priced, as far as its name tells. */
export const hasPrice = (modelName: string, overrides: readonly Price[] = []): boolean =>
  overrides.some((price) => matches(price.model, modelName)) || tableEntry(modelName, new Date()) !== undefined;

/** Nothing costs nothing, whatever its price; something at an unknown price is not a number. */
const partOf = (tokens: number, perMillion = Number.NaN): number => (tokens === 0 ? 0 : tokens * perMillion);

type Rates = Pick<
  ListPrice,
  'inputPerMillion' | 'outputPerMillion' | 'cacheReadPerMillion' | 'cacheWritePerMillion' | 'longCacheWritePerMillion'
>;

/** The configuration's price is taken as it is: it knows no tiers, and one price for all writes to a cache. */
function ownPrice({ modelName, providerName }: Usage, prices: readonly Price[]): Rates | undefined {
  const matching = prices.filter(
    (price) =>
      (price.provider === undefined || price.provider.toLowerCase() === providerName?.toLowerCase()) &&
      matches(price.model, modelName),
  );
  const best = matching.toSorted((a, b) => exactness(b) - exactness(a))[0];
  return best && { ...best, longCacheWritePerMillion: best.cacheWritePerMillion };
}

/** A longer pattern says more; one that names the provider says more still. */
const exactness = (price: Price): number => price.model.length + (price.provider === undefined ? 0 : 0.5);

function matches(pattern: string, modelName: string | undefined): boolean {
  if (pattern === '*') return true;
  if (modelName === undefined) return false;
  const source = pattern
    .toLowerCase()
    .split('*')
    .map(literally)
    .join('.*')
    .replaceAll(/(?<=\d)\.\*/g, SAME_VERSION);
  const whole = new RegExp(`^${source}$`);
  const { name, bare, family } = spellingsOf(modelName);
  return [name, bare, family].some((spelling) => whole.test(spelling));
}

/** After a digit, `*` stands for anything but the rest of a version: `gpt-5*` is neither `gpt-5.5` nor `gpt-51`. */
const SAME_VERSION = '(?![.\\d]|-\\d{1,2}(?!\\d)).*';

const literally = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** The rates of the built-in table for this request: with its prompt's length, its region and its service tier. */
function listPrice(usage: Usage, today: Date): Rates | undefined {
  const { modelName, promptTokens = 0, longestPrompt = promptTokens, serviceTier } = usage;
  const entry = modelName === undefined ? undefined : tableEntry(modelName, today);
  if (!modelName || !entry) return undefined;
  const { longPrompt } = entry;
  const isLong = longPrompt !== undefined && longestPrompt > longPrompt.above;
  // Of several requests added up, nobody knows how many tokens belong to the long ones.
  if (isLong && longestPrompt < promptTokens) return undefined;
  const every = tierMultiple(serviceTier, entry) * (spellingsOf(modelName).isRegional ? (entry.regional ?? 1) : 1);
  const input = every * (isLong ? longPrompt.input : 1);
  const times = (rate: number | undefined) => (rate === undefined ? undefined : rate * input);
  return {
    inputPerMillion: entry.inputPerMillion * input,
    outputPerMillion: entry.outputPerMillion * every * (isLong ? longPrompt.output : 1),
    cacheReadPerMillion: times(entry.cacheReadPerMillion),
    cacheWritePerMillion: times(entry.cacheWritePerMillion),
    longCacheWritePerMillion: times(entry.longCacheWritePerMillion),
  };
}

const STANDARD_TIER = /^(?:default|standard|auto|on_demand)$/;

/** Not a number where one of the tiers has no known price. */
const tierMultiple = (tier = 'default', { tiers }: ListPrice): number =>
  tier
    .toLowerCase()
    .split('+')
    .reduce((multiple, name) => multiple * (STANDARD_TIER.test(name) ? 1 : (tiers?.[name] ?? Number.NaN)), 1);

/** Some write `claude-sonnet-4.5` for `claude-sonnet-4-5`. */
function tableEntry(modelName: string, today: Date): ListPrice | undefined {
  const { bare, family } = spellingsOf(modelName);
  const day = today.toISOString().slice(0, 10);
  const current = DEFAULT_PRICES.filter(({ until = day }) => day <= until);
  const names = [bare, family, family.replaceAll('.', '-')];
  return names.map((name) => current.find(({ model }) => model === name)).find((entry) => entry !== undefined);
}

/** Bedrock's names: the Regions of a profile, then the vendor. */
const ON_BEDROCK =
  /^(?:(global|us|eu|apac|jp|au|ca|sa|me|af)\.)?(?:anthropic|amazon|meta|mistral|deepseek|openai|google|cohere|ai21)\./;
/** What does not make another version of a model: `-20250929-v1:0`, `@20250929`, `-2025-04-14`, `-001`, `-v1:0`. */
const SNAPSHOT = /(?:(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2})(?:-v\d+(?::\d+)?)?|-00\d|-v1(?::\d+)?)?(?:-latest)?$/;

/** `us.anthropic.claude-sonnet-4-20250514-v1:0` and `anthropic/claude-sonnet-4` are names of `claude-sonnet-4`. */
function spellingsOf(modelName: string) {
  const name = modelName.toLowerCase();
  const afterSlash = name.slice(name.lastIndexOf('/') + 1);
  const bedrock = ON_BEDROCK.exec(afterSlash);
  const bare = bedrock ? afterSlash.slice(bedrock[0].length) : afterSlash;
  return { name, bare, family: bare.replace(SNAPSHOT, ''), isRegional: bedrock !== null && bedrock[1] !== 'global' };
}
