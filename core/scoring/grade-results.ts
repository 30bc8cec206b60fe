import type { CallerRun } from '../../contracts/caller.ts';
import type { Evaluator } from '../../contracts/evaluators.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { rowScorer } from './score-answer.ts';

/** The evaluators travel with every batch. */
const MOST_CHARACTERS = 32_000;

/**
 * Whether rows can be graded as they settle, so that one MERGE loads results and scores. Only evaluators that take no longer
 * than reading the answer qualify: a slow one would hold up the calls that are in flight.
 */
export const areQuick = (evaluators: readonly Evaluator[]): boolean =>
  evaluators.every(isQuick) && JSON.stringify(evaluators).length <= MOST_CHARACTERS;

function isQuick(evaluator: Evaluator): boolean {
  switch (evaluator.type) {
    case 'exact':
    case 'contains':
    case 'json-match':
    case 'numeric':
      return true;
    case 'similarity':
      return evaluator.method === 'token-f1';
    default:
      return false;
  }
}

type Grading = Pick<CallerRun, 'evaluators' | 'threadFields'>;
const scorers = new WeakMap<Grading, ReturnType<typeof rowScorer>>();

/** Grades settled results by the run's quick evaluators. */
export function gradeResults(run: Grading, results: readonly ResultRow[]): Promise<ResultRow[]> {
  const { evaluators, threadFields } = run;
  const score = scorers.get(run) ?? rowScorer(evaluators ?? [], { threadFields: threadFields ?? undefined });
  scorers.set(run, score);
  return Promise.all(
    results.map(async (row) => {
      const { scores, passed } = await score(row);
      return { ...row, scores, passed };
    }),
  );
}
