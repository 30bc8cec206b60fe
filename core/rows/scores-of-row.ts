import type { IndexRow } from '../../contracts/api/rows.ts';
import { HUMAN } from '../../contracts/human.ts';
import { isObject, parseJson } from '../json.ts';

export type RowScores = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What evaluators and people said of a row, by name. Scores that were too long to be listed are none. */
export function scoresOfRow({ scores }: Pick<IndexRow, 'scores'>): RowScores {
  const parsed = scores === null ? undefined : parseJson(scores);
  if (!isObject(parsed)) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, score]) => [name, isObject(score) ? score : { score }]));
}

/** By evaluator; those that are not named weigh 1. */
export type Weights = Readonly<Record<string, number>>;

/** The score of a whole row, as core/sql/row-score has it: the mean of its scores by their weights. People's is none of them. */
export function scoreOfRow(row: Pick<IndexRow, 'scores'>, weights: Weights = {}): number | null {
  let [sum, total] = [0, 0];
  for (const [name, { score }] of Object.entries(scoresOfRow(row))) {
    if (name === HUMAN || typeof score !== 'number') continue;
    const weight = weights[name] ?? 1;
    sum += weight * score;
    total += weight;
  }
  return total === 0 ? null : sum / total;
}

/** Of a configuration with all its defaults. */
export function weightsOf(config: unknown): Weights {
  const evaluators = isObject(config) && Array.isArray(config.evaluators) ? config.evaluators.filter(isObject) : [];
  return Object.fromEntries(evaluators.map(({ name, type, weight }) => [String(name ?? type), Number(weight ?? 1)]));
}
