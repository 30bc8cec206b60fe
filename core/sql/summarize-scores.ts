import { HUMAN } from '../../contracts/evaluator-fields.ts';
import { literal } from './literal.ts';
import { loadedResults } from './summarize.ts';
import type { Tables } from './tables.ts';

const member = (name: string, field: string): string =>
  `json_extract_scalar(scores, ${literal(`$["${name}"]["${field}"]`)})`;

/** One row with the figures of every evaluator, numbered, and of people against each of them. Names are of few characters. */
export function summarizeScores(tables: Tables, evaluationId: string, names: readonly string[]): string {
  const columns = names.flatMap((name, index) => {
    const both = (human: boolean, own: boolean) =>
      `count_if(${member(HUMAN, 'passed')} = '${human}' AND ${member(name, 'passed')} = '${own}')`;
    return [
      `avg(TRY_CAST(${member(name, 'score')} AS double)) AS mean_${index}`,
      `count(${member(name, 'score')}) AS scored_${index}`,
      `count_if(${member(name, 'passed')} = 'true') AS passed_${index}`,
      `count(${member(name, 'error')}) AS errors_${index}`,
      `${both(true, true)} AS both_passed_${index}`,
      `${both(true, false)} AS only_human_${index}`,
      `${both(false, true)} AS only_own_${index}`,
      `${both(false, false)} AS neither_${index}`,
    ];
  });
  return `SELECT ${columns.join(', ')} FROM ${loadedResults(tables, evaluationId)}`;
}
