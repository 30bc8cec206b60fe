import { evaluatorSchema } from '../../../contracts/evaluators.ts';
import type { Score, ScoredAnswer } from '../../../contracts/score.ts';
import { compileEvaluator, isDeterministic } from '../../../core/scoring/compile-evaluator.ts';

/** Scores one answer as a run does. */
export async function score(
  evaluator: unknown,
  actual: string,
  expected?: string,
  row: Partial<ScoredAnswer> = {},
): Promise<Score> {
  const parsed = evaluatorSchema.parse(evaluator);
  if (!isDeterministic(parsed)) throw new Error(`${parsed.type} asks somebody`);
  return compileEvaluator(parsed)({
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

/** Evaluator, answer, expected, and the score: a number, with `+` or `-` for passed or not where they differ from 1 and 0. */
export type Case = readonly [evaluator: unknown, actual: string, expected: string | undefined, score: number];
