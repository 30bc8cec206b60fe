import type { Usage } from '../normalize/find-usage.ts';

/** What a whole call used, spread over its items, so that they add up to it again: tokens stay whole. */
export function spreadUsage(usage: Usage, items: number): Usage[] {
  const { promptTokens, completionTokens, totalTokens, costUsd, modelName, providerName } = usage;
  return Array.from({ length: items }, (_, index) => ({
    modelName,
    providerName,
    promptTokens: partOf(promptTokens, items, index),
    completionTokens: partOf(completionTokens, items, index),
    totalTokens: partOf(totalTokens, items, index),
    costUsd: costUsd === undefined ? undefined : costUsd / items,
  }));
}

/** The first items have one more where it does not come out even. */
function partOf(total: number | undefined, items: number, index: number): number | undefined {
  if (total === undefined) return undefined;
  const each = Math.floor(total / items);
  return each + (index < total - each * items ? 1 : 0);
}
