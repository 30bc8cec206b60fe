import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { evaluateMapping } from '../mapping/evaluate-mapping.ts';
import type { Evaluate } from './compare.ts';
import { givenScore } from './given-score.ts';

const MOST_BYTES = 16 * 1024;

export const jsonata =
  ({ expression, passAt }: EvaluatorOf<'jsonata'>): Evaluate =>
  async (answer) =>
    givenScore(await evaluateMapping({ expression, field: 'expression', maxBytes: MOST_BYTES }, answer), passAt);
