import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { evaluateMapping } from '../mapping/evaluate-mapping.ts';
import type { Evaluate } from './compare.ts';
import { givenScore } from './given-score.ts';

const MOST_BYTES = 16 * 1024;

export function jsonata({ expression, passAt }: EvaluatorOf<'jsonata'>): Evaluate {
  compileMapping(expression, 'expression');
  return async (answer) =>
    givenScore(await evaluateMapping({ expression, field: 'expression', maxBytes: MOST_BYTES }, answer), passAt);
}
