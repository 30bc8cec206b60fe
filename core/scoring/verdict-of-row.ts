import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import type { Scores } from '../../contracts/score.ts';

/** All required evaluators passed the row; nothing is said where one of them erred. People's scores change nothing. */
export function verdictOfRow(evaluators: readonly Evaluator[], scores: Scores): boolean | null {
  const required = evaluators.filter((evaluator) => evaluator.required).map((evaluator) => scores[nameOf(evaluator)]);
  if (required.some((score) => score === undefined || 'error' in score)) return null;
  return required.every((score) => score && 'passed' in score && score.passed);
}
