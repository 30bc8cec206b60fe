import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { HUMAN } from '../../contracts/human.ts';
import { rowScore, scoreBy, scoreMember } from './row-score.ts';
import { loadedResults } from './summarize.ts';
import type { Tables } from './tables.ts';

/** One row with the figures of every evaluator, numbered, of people after them, and of all together. */
export function summarizeScores(tables: Tables, evaluationId: string, evaluators: readonly Evaluator[]): string {
  const columns = [...evaluators.map(nameOf), HUMAN].flatMap((name, index) => [
    `avg(${scoreBy(name)}) AS mean_${index}`,
    `count(${scoreMember(name, 'score')}) AS scored_${index}`,
    `count_if(${scoreMember(name, 'passed')} = 'true') AS passed_${index}`,
    `count(${scoreMember(name, 'error')}) AS errors_${index}`,
  ]);
  return `SELECT avg(${rowScore(evaluators)}) AS score, ${columns.join(', ')} FROM ${loadedResults(tables, evaluationId)}`;
}

/** The rows that people marked. */
export const selectMarked = (tables: Tables, evaluationId: string): string =>
  `SELECT row_index, scores FROM ${loadedResults(tables, evaluationId)} AND ${scoreMember(HUMAN, 'passed')} IS NOT NULL ORDER BY row_index`;
