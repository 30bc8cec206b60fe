import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import type { Score } from '../../contracts/score.ts';
import { isObject, parseJson } from '../json.ts';
import { type Evaluate, quote, ScoringError } from './compare.ts';
import { givenScore } from './given-score.ts';
import { type Question, questionsOf } from './questions.ts';

/** What came of a question. */
export type Reply =
  | { readonly text: string; readonly costUsd?: number }
  | { readonly error: string; readonly costUsd?: number };

/** The replies there are. */
export interface Replies {
  /** Who an evaluator asks; see `questionsOf`. */
  askerOf(evaluator: AskingEvaluator): string;
  replyTo(question: Question): Reply;
}

type Scored = Extract<Score, { passed: boolean }>;

/** Scores by replies that are there already: nobody is asked while rows are scored. */
export function asked(evaluator: AskingEvaluator, replies: Replies | undefined): Evaluate {
  if (!replies) throw new ScoringError(`A ${evaluator.type} is asked in a run; here are only evaluators that compute.`);
  const asker = replies.askerOf(evaluator);
  return (answer) => {
    const found = questionsOf(evaluator, answer, asker).map((question) => {
      const reply = replies.replyTo(question);
      return { score: scoreOf(evaluator, question, reply), costUsd: reply.costUsd };
    });
    const cost = found.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
    const score = middle(found.map((one) => one.score));
    return { ...score, ...(cost > 0 && { costUsd: cost }) };
  };
}

/** The score in a reply, or why there is none. */
export function scoreOf(evaluator: AskingEvaluator, question: Pick<Question, 'isSwapped'>, reply: Reply): Score {
  if ('error' in reply) return { error: reply.error };
  try {
    const value = valueIn(reply.text);
    if (evaluator.type === 'function') return givenScore(value, evaluator.passAt);
    if (evaluator.pair) return winnerScore(value, question.isSwapped ?? false);
    const [min, max] = evaluator.scale;
    return givenScore(value, evaluator.passAt ?? min + 0.75 * (max - min), [min, max]);
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** More than half of the calls must have given a score; the one in the middle counts, and of pairs the mean of both orders. */
function middle(scores: readonly Score[]): Score {
  const given = scores.filter((score): score is Scored => 'passed' in score).toSorted((a, b) => a.score - b.score);
  const failed = scores.find((score) => 'error' in score);
  if (given.length * 2 <= scores.length && failed) return failed;
  const low = given[Math.floor((given.length - 1) / 2)];
  const high = given[Math.ceil((given.length - 1) / 2)];
  if (!low || !high) throw new ScoringError('Nothing was asked.');
  return low === high ? low : { ...low, score: (low.score + high.score) / 2, passed: low.passed && high.passed };
}

function winnerScore(value: unknown, isSwapped: boolean): Scored {
  const winner = isObject(value) ? value.winner : value;
  const reason = isObject(value) && typeof value.reason === 'string' ? { reason: value.reason } : {};
  const own = isSwapped ? 'second' : 'first';
  if (winner === 'tie') return { score: 0.5, passed: true, ...reason };
  if (winner === 'first' || winner === 'second') {
    return { score: winner === own ? 1 : 0, passed: winner === own, ...reason };
  }
  throw new ScoringError(`It gave ${quote(value)}; it must give { winner: first, second or tie, reason }.`);
}

/** Models put JSON into a fence, or words around it. */
function valueIn(text: string): unknown {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  const inner = from >= 0 && to > from ? parseJson(text.slice(from, to + 1)) : undefined;
  return inner === undefined ? text.trim() : inner;
}
