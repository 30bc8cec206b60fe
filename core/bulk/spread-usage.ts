import type { CacheTokens } from '../../contracts/caller.ts';
import type { Usage } from '../normalize/find-usage.ts';

/** What a whole call used, spread over its items, so that they add up to it again: tokens stay whole. */
export function spreadUsage(usage: Usage, items: number): Usage[] {
  const { promptTokens, completionTokens, totalTokens, cacheTokens, costUsd, ...whole } = usage;
  return Array.from({ length: items }, (_, index) => ({
    ...whole,
    promptTokens: partOf(promptTokens, items, index),
    completionTokens: partOf(completionTokens, items, index),
    totalTokens: partOf(totalTokens, items, index),
    ...(cacheTokens && { cacheTokens: shareOf(cacheTokens, items) }),
    costUsd: costUsd === undefined ? undefined : costUsd / items,
  }));
}

/** Only for the price: these need not be whole. */
const shareOf = ({ read, write, longWrite, isApart }: CacheTokens, items: number): CacheTokens => ({
  read: read / items,
  write: write / items,
  longWrite: longWrite / items,
  isApart,
});

/** The first items have one more where it does not come out even. */
function partOf(total: number | undefined, items: number, index: number): number | undefined {
  if (total === undefined) return undefined;
  const each = Math.floor(total / items);
  return each + (index < total - each * items ? 1 : 0);
}
