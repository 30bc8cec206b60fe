/** What a row is taken to use before any has told. */
const TOKENS_AT_FIRST = 1_000;
/** The mean follows the last rows: so many of them replace it. */
const MEAN_OF_ROWS = 20;

/** Tokens that rows turned out to use. */
export interface UsedTokens {
  readonly rows: number;
  readonly tokens: number;
}

export const expectedTokens = (mean: number | undefined): number => mean ?? TOKENS_AT_FIRST;

/** Tokens used beyond those that were reserved for these rows; fewer are negative. */
export const owedTokens = ({ rows, tokens }: UsedTokens, mean: number | undefined): number =>
  tokens - rows * expectedTokens(mean);

export function newMean({ rows, tokens }: UsedTokens, mean: number | undefined): number | undefined {
  if (rows === 0) return mean;
  const last = tokens / rows;
  return mean === undefined ? last : mean + (last - mean) * Math.min(1, rows / MEAN_OF_ROWS);
}
