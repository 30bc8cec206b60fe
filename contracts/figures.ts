import type { RESULT_COLUMNS } from './result-row.ts';

/**
 * The most that one row can say of itself; the least is 0. Answers come from outside, and a number above this is a
 * mistake or an attack: it is set aside, and the row says so.
 *
 * Tokens: 900 million times the ten million rows a run may have is 9.0e15, so that a run's sums stay below 2^53 (9.007e15),
 * which is what JavaScript counts exactly and the DynamoDB client takes. `sum(bigint)` overflows in Athena at 2^63:
 * ten billion such rows.
 * Latency: an execution of Step Functions lasts a year. A hundred million such rows add up to 3.2e18, below 2^63.
 * Cost: more than any call has cost; a hundred million such rows add up to 1e14.
 */
export const LARGEST_FIGURES = {
  prompt_tokens: 900_000_000,
  completion_tokens: 900_000_000,
  total_tokens: 900_000_000,
  latency_ms: 366 * 24 * 3600 * 1000,
  cost_usd: 1_000_000,
} as const satisfies Partial<Record<keyof typeof RESULT_COLUMNS, number>>;
export type Figure = keyof typeof LARGEST_FIGURES;

export const FIGURES = Object.keys(LARGEST_FIGURES) as Figure[];
