import { evaluatorSchema } from '../../../contracts/evaluators.ts';
import type { Score, ScoredAnswer } from '../../../contracts/score.ts';
import { compileEvaluator } from '../../../core/scoring/compile-evaluator.ts';

/** Scores one answer as a run does. */
export async function score(
  evaluator: unknown,
  actual: string,
  expected?: string,
  row: Partial<ScoredAnswer> = {},
): Promise<Score> {
  return compileEvaluator(evaluatorSchema.parse(evaluator))({
    sample_id: 's1',
    row_index: 0,
    input: {},
    expected,
    metadata: undefined,
    actual,
    response: undefined,
    ...row,
  });
}

/** Evaluator, answer, expected, and the score. */
export type Case = readonly [evaluator: unknown, actual: string, expected: string | undefined, score: number];
