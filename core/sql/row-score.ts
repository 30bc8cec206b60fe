import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { literal } from './literal.ts';

/** A part of an evaluator's score, as text. Names are of few characters. */
export const scoreMember = (name: string, field: string): string =>
  `json_extract_scalar(scores, ${literal(`$["${name}"]["${field}"]`)})`;

export const scoreBy = (name: string): string => `TRY_CAST(${scoreMember(name, 'score')} AS double)`;

/** The score of a whole row: the mean of the scores it has, each by the weight of its evaluator. */
export function rowScore(evaluators: readonly Pick<Evaluator, 'name' | 'type' | 'weight'>[]): string {
  const parts = evaluators.map((evaluator) => {
    const [score, weight] = [scoreBy(nameOf(evaluator)), `CAST(${evaluator.weight} AS double)`];
    return { sum: `coalesce(${weight} * ${score}, 0)`, weight: `CASE WHEN ${score} IS NULL THEN 0 ELSE ${weight} END` };
  });
  return `(${parts.map(({ sum }) => sum).join(' + ')}) / nullif(${parts.map(({ weight }) => weight).join(' + ')}, 0)`;
}
