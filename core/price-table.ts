import type { Price } from '../contracts/evaluation-config.ts';

const price = (model: string, inputPerMillion: number, outputPerMillion: number): Price => ({
  model,
  inputPerMillion,
  outputPerMillion,
});

/**
 * List prices in USD per million tokens, on demand and without caching or batch discounts, as of 2025-11-30. `prices`
 * in the configuration come first; the most exact pattern wins, so their order does not matter.
 */
export const DEFAULT_PRICES: readonly Price[] = [
  price('claude-opus-4-5*', 5, 25),
  price('claude-opus-4*', 15, 75),
  price('claude-sonnet-4*', 3, 15),
  price('claude-haiku-4-5*', 1, 5),
  price('claude-3-7-sonnet*', 3, 15),
  price('claude-3-5-sonnet*', 3, 15),
  price('claude-3-5-haiku*', 0.8, 4),
  price('claude-3-opus*', 15, 75),
  price('claude-3-haiku*', 0.25, 1.25),
  price('gpt-5*', 1.25, 10),
  price('gpt-5-mini*', 0.25, 2),
  price('gpt-5-nano*', 0.05, 0.4),
  price('gpt-4.1*', 2, 8),
  price('gpt-4.1-mini*', 0.4, 1.6),
  price('gpt-4.1-nano*', 0.1, 0.4),
  price('gpt-4o*', 2.5, 10),
  price('gpt-4o-mini*', 0.15, 0.6),
  price('o3*', 2, 8),
  price('o4-mini*', 1.1, 4.4),
  price('gemini-2.5-pro*', 1.25, 10),
  price('gemini-2.5-flash*', 0.3, 2.5),
  price('gemini-2.5-flash-lite*', 0.1, 0.4),
  price('gemini-2.0-flash*', 0.1, 0.4),
  price('nova-premier*', 2.5, 12.5),
  price('nova-pro*', 0.8, 3.2),
  price('nova-lite*', 0.06, 0.24),
  price('nova-micro*', 0.035, 0.14),
  price('llama3-3-70b*', 0.72, 0.72),
  price('mistral-large*', 2, 6),
  price('mistral-small*', 0.1, 0.3),
  price('deepseek-chat*', 0.27, 1.1),
  price('deepseek-reasoner*', 0.55, 2.19),
];
