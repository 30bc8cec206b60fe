import type { NormalizedAnswer } from '../../contracts/caller.ts';

/** What a row is taken to use before any has told. */
const TOKENS_AT_FIRST = 1_000;
/** The mean follows the last rows: so many of them replace it. */
const MEAN_OF_ROWS = 20;

/** What an answer counts against a limit of tokens: providers that report reads of their cache apart leave them out. */
export const limitedTokens = ({
  totalTokens,
  cacheTokens,
}: Pick<NormalizedAnswer, 'totalTokens' | 'cacheTokens'>): number | undefined =>
  totalTokens === undefined ? undefined : totalTokens - (cacheTokens?.isApart ? cacheTokens.read : 0);

/** Tokens that rows turned out to use. */
export interface UsedTokens {
  readonly rows: number;
  readonly tokens: number;
  /** The sum of their squares. */
  readonly squares?: number;
}

export const NONE_USED: UsedTokens = { rows: 0, tokens: 0, squares: 0 };

/** With another row that used so many. */
export const withRow = ({ rows, tokens, squares = 0 }: UsedTokens, used: number): UsedTokens => ({
  rows: rows + 1,
  tokens: tokens + used,
  squares: squares + used * used,
});

export const expectedTokens = (mean: number | undefined): number => mean ?? TOKENS_AT_FIRST;

/** Tokens used beyond those that were reserved for these rows; fewer are negative. */
export const owedTokens = ({ rows, tokens }: UsedTokens, mean: number | undefined): number =>
  tokens - rows * expectedTokens(mean);

export function newMean({ rows, tokens }: UsedTokens, mean: number | undefined): number | undefined {
  if (rows === 0) return mean;
  const last = tokens / rows;
  return mean === undefined ? last : mean + (last - mean) * Math.min(1, rows / MEAN_OF_ROWS);
}

/** The mean square of how far rows are from the mean, which follows the last rows too. */
export function newVariance(
  { rows, tokens, squares = 0 }: UsedTokens,
  mean: number | undefined,
  variance = 0,
): number | undefined {
  if (rows === 0) return variance;
  const about = mean ?? tokens / rows;
  const last = Math.max(0, squares / rows - (2 * about * tokens) / rows + about * about);
  return mean === undefined ? last : variance + (last - variance) * Math.min(1, rows / MEAN_OF_ROWS);
}

/** So many times the usual deviation of a window's sum is kept free … */
const DEVIATIONS = 2.5;
/** … and no more than this part of a limit. */
const MOST_KEPT_FREE = 0.3;

/** Of a limit of tokens, what is kept free because rows use more or less than on average: the fewer of them, the more. */
export function keptFree(limit: number, mean: number | undefined, variance = 0): number {
  if (mean === undefined || mean <= 0) return 0;
  return Math.min(limit * MOST_KEPT_FREE, DEVIATIONS * Math.sqrt((variance * limit) / mean));
}
