import type { Price } from '../contracts/evaluation-config.ts';
import { isPlausible } from './normalize/plausible.ts';
import { DEFAULT_PRICES } from './price-table.ts';

export interface Usage {
  readonly providerName?: string;
  readonly modelName?: string;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
}

/** USD for the tokens used, or undefined when the model's price or the tokens are not known or cannot be. */
export function priceOf(usage: Usage, overrides: readonly Price[] = []): number | undefined {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  if (!isPlausible('prompt_tokens', promptTokens ?? 0)) return undefined;
  if (!isPlausible('completion_tokens', completionTokens ?? 0)) return undefined;
  const found = bestMatch(usage, overrides) ?? bestMatch(usage, DEFAULT_PRICES);
  if (!found) return undefined;
  return ((promptTokens ?? 0) * found.inputPerMillion + (completionTokens ?? 0) * found.outputPerMillion) / 1_000_000;
}

function bestMatch({ modelName, providerName }: Usage, prices: readonly Price[]): Price | undefined {
  const matching = prices.filter(
    (price) =>
      (price.provider === undefined || price.provider.toLowerCase() === providerName?.toLowerCase()) &&
      matches(price.model, modelName),
  );
  return matching.toSorted((a, b) => exactness(b) - exactness(a))[0];
}

/** A longer pattern says more; one that names the provider says more still. */
const exactness = (price: Price): number => price.model.length + (price.provider === undefined ? 0 : 0.5);

function matches(pattern: string, modelName: string | undefined): boolean {
  if (pattern === '*') return true;
  if (modelName === undefined) return false;
  const source = pattern.toLowerCase().split('*').map(literally).join('.*');
  const whole = new RegExp(`^${source}$`);
  return spellings(modelName.toLowerCase()).some((name) => whole.test(name));
}

const literally = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** `us.anthropic.claude-sonnet-4-v1:0` and `anthropic/claude-sonnet-4` are the provider's names for `claude-sonnet-4…`. */
function spellings(modelName: string): string[] {
  const afterSlash = modelName.slice(modelName.lastIndexOf('/') + 1);
  const afterVendor = afterSlash.replace(
    /^([a-z]{2,6}\.)?(anthropic|amazon|meta|mistral|deepseek|openai|google|cohere|ai21)\./,
    '',
  );
  return [modelName, afterSlash, afterVendor];
}
