import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { comparedWith, type Evaluate, folded, ScoringError } from './compare.ts';
import { reaches } from './pass-line.ts';
import { levenshteinSimilarity, rougeL, tokenF1 } from './text-similarity.ts';
import { tokensOf } from './text-tokens.ts';

/** Both methods look at every pair of positions: this many take half a second. */
const MOST_PAIRS = 100_000_000;

export function similarity({ value, method, ignoreCase, passAt }: EvaluatorOf<'similarity'>): Evaluate {
  return (answer) => {
    const plain = (text: string) => folded(text.trim(), ignoreCase).normalize('NFC');
    const expected = plain(comparedWith(value, answer));
    const actual = plain(answer.actual);
    const score = compare(actual, expected, method);
    return { score, passed: reaches(score, passAt) };
  };
}

function compare(actual: string, expected: string, method: EvaluatorOf<'similarity'>['method']): number {
  if (method === 'levenshtein') {
    refuseIfLong(actual.length, expected.length, method);
    return levenshteinSimilarity(actual, expected);
  }
  const [a, b] = [tokensOf(actual), tokensOf(expected)];
  if (method === 'token-f1') return tokenF1(a, b);
  refuseIfLong(a.length, b.length, method);
  return rougeL(a, b);
}

function refuseIfLong(a: number, b: number, method: string): void {
  if (a * b <= MOST_PAIRS) return;
  throw new ScoringError(`The texts are too long for ${method} (${a} and ${b}); token-f1 takes any length.`);
}
