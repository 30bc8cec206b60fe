import { createHash } from 'node:crypto';
import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import { comparedWith } from './compare.ts';

/** One call of a judge or a function. Questions with the same id are the same question. */
export interface Question {
  readonly id: string;
  readonly input: unknown;
  /** Of a pair: the answer stands second. */
  readonly isSwapped?: boolean;
}

/** What is asked about an answer. @param asker who is asked, as `askerOf` names it */
export function questionsOf(evaluator: AskingEvaluator, answer: ScoredAnswer, asker: string): Question[] {
  if (evaluator.type === 'function') return [question(asker, 0, answer)];
  const votes = Array.from({ length: evaluator.votes }, (_, vote) => vote);
  const { rubric, scale, examples } = evaluator;
  const { input, expected, actual, data } = answer;
  const shown = examples ? { examples } : {};
  if (!evaluator.pair) {
    const about = data ? { data } : { input, expected, actual };
    return votes.map((vote) => question(asker, vote, { rubric, scale, ...about, ...shown }));
  }
  const other = comparedWith(undefined, answer);
  return votes.flatMap((vote) => [
    question(asker, vote, { rubric, input, first: actual, second: other, ...shown }),
    { ...question(asker, vote, { rubric, input, first: other, second: actual, ...shown }), isSwapped: true },
  ]);
}

/** Votes are calls of their own: each has its number in its id. */
const question = (asker: string, vote: number, input: unknown): Question => ({
  id: createHash('sha256')
    .update(JSON.stringify([asker, vote, input]))
    .digest('hex')
    .slice(0, 40),
  input,
});
