import type { Score, ScoredAnswer } from '../../contracts/score.ts';
import { cutText } from '../cut-text.ts';

/** Scores one answer. What it throws becomes the score's error. */
export type Evaluate = (answer: ScoredAnswer) => Score | Promise<Score>;

/** What an evaluator cannot work with, in words. */
export class ScoringError extends Error {
  override readonly name = 'ScoringError';
}

/** The value an answer is compared with: the evaluator's own, else the row's `expected`. */
export function comparedWith<Value>(own: Value | undefined, { expected }: ScoredAnswer): Value | string {
  if (own !== undefined) return own;
  if (expected !== undefined) return expected;
  throw new ScoringError(
    'There is nothing to compare with: the row has no expected answer and the evaluator no value.',
  );
}

export const verdict = (passed: boolean, reason?: string): Score => ({
  score: passed ? 1 : 0,
  passed,
  ...(reason && { reason }),
});

const bigAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

const LONGEST_QUOTE = 80;

/** A text in a reason, cut where it is long. */
export const quote = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, bigAsText) ?? 'nothing');
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${cutText(text, LONGEST_QUOTE)}…` : text);
};

export const folded = (text: string, ignoreCase: boolean): string => (ignoreCase ? text.toLowerCase() : text);
