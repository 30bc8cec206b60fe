import * as z from 'zod';
import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { HUMAN } from '../../contracts/human.ts';
import { ROW_STATUSES } from '../../contracts/result-row.ts';
import { type Score, type ScoredAnswer, type Scores, scoresSchema } from '../../contracts/score.ts';
import type { ScoredRow } from '../../contracts/scoring.ts';
import type { ThreadFields } from '../../contracts/thread-fields.ts';
import { cleanText } from '../clean-text.ts';
import { cutText } from '../cut-text.ts';
import { fromColumn, parseJson } from '../json.ts';
import { withThreadFields } from '../threads/thread-fields.ts';
import type { Replies } from './asked-score.ts';
import type { Evaluate } from './compare.ts';
import { compileEvaluator } from './compile-evaluator.ts';
import { verdictOfRow } from './verdict-of-row.ts';

/** A row as it is unloaded for the evaluators. Numbers that are NULL are left out. */
export const readAnswerSchema = z.object({
  sample_id: z.string(),
  row_index: z.number(),
  status: z.enum(ROW_STATUSES),
  input: z.string().nullish(),
  expected: z.string().nullish(),
  metadata: z.string().nullish(),
  actual_output: z.string().nullish(),
  full_response: z.string().nullish(),
  latency_ms: z.number().nullish(),
  cost_usd: z.number().nullish(),
  scores: z.string().nullish(),
  trial: z.number().nullish(),
  variant: z.string().nullish(),
});
export type ReadAnswer = z.output<typeof readAnswerSchema>;

const LONGEST_MESSAGE = 1_000;
const LONGEST_REASON = 4_000;

/** Scores rows by these evaluators; what can be made once for all rows is made here. */
export function rowScorer(
  evaluators: readonly Evaluator[],
  { threadFields, replies }: { readonly threadFields?: ThreadFields; readonly replies?: Replies } = {},
): (row: ReadAnswer) => Promise<ScoredRow> {
  const score = answerScorer(evaluators, replies);
  return async (row) => {
    const human = humanScore(row.scores);
    const kept: Scores = human ? { [HUMAN]: human } : {};
    // There is no answer to score: a call without one did not pass, and a skipped row was never called.
    if (row.status !== 'succeeded') return line(row, kept, row.status === 'failed' ? false : null);
    const { scores, passed } = await score(answerOf(row, threadFields));
    return line(row, { ...scores, ...kept }, passed);
  };
}

export interface ScoredByAll {
  readonly scores: Scores;
  /** Null where a required evaluator erred. */
  readonly passed: boolean | null;
}

/** Scores answers by these evaluators, wherever the answers come from. */
export function answerScorer(
  evaluators: readonly Evaluator[],
  replies?: Replies,
): (answer: ScoredAnswer) => Promise<ScoredByAll> {
  const compiled = evaluators.map((evaluator) => ({ name: nameOf(evaluator), evaluate: guarded(evaluator, replies) }));
  return async (answer) => {
    const scores: Record<string, Score> = {};
    for (const { name, evaluate } of compiled) {
      const score = evaluate(answer);
      scores[name] = presentable(score instanceof Promise ? await score : score);
    }
    return { scores, passed: verdictOfRow(evaluators, scores) };
  };
}

/** An evaluator that cannot even be made errs on every row. */
function guarded(evaluator: Evaluator, replies: Replies | undefined): Evaluate {
  let evaluate: Evaluate;
  try {
    evaluate = compileEvaluator(evaluator, replies);
  } catch (error) {
    return () => failure(error);
  }
  return (answer) => {
    try {
      const score = evaluate(answer);
      return score instanceof Promise ? score.catch(failure) : score;
    } catch (error) {
      return failure(error);
    }
  };
}

/** Judges and functions give any text. It stands in a table with those of all rows. */
const presentable = (score: Score): Score =>
  'reason' in score && score.reason !== undefined
    ? { ...score, reason: cutText(cleanText(score.reason), LONGEST_REASON) }
    : score;

const failure = (error: unknown): Score => ({ error: cutText(cleanText((error as Error).message), LONGEST_MESSAGE) });

const line = (row: ReadAnswer, scores: Scores, passed: boolean | null): ScoredRow => ({
  sample_id: row.sample_id,
  scores: Object.keys(scores).length === 0 ? null : JSON.stringify(scores),
  passed,
  trial: row.trial ?? 0,
  variant: row.variant ?? '',
});

/** A row as evaluators see it. */
export function answerOf(read: ReadAnswer, threadFields?: ThreadFields): ScoredAnswer {
  const row = withThreadFields(read, threadFields);
  return {
    sample_id: row.sample_id,
    row_index: row.row_index,
    input: fromColumn(row.input),
    expected: row.expected ?? undefined,
    metadata: fromColumn(row.metadata),
    actual: row.actual_output ?? '',
    response: fromColumn(row.full_response),
    latency_ms: row.latency_ms ?? undefined,
    cost_usd: row.cost_usd ?? undefined,
  };
}

/** What a person said of the row stays, whoever scores it again. */
function humanScore(text: string | null | undefined): Score | undefined {
  if (!text?.includes(HUMAN)) return undefined;
  const scores = scoresSchema.safeParse(parseJson(text));
  return scores.success ? scores.data[HUMAN] : undefined;
}
