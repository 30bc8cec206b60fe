import { HUMAN } from '../../contracts/evaluator-fields.ts';
import type { Summary } from '../../contracts/summary.ts';
import { cohensKappa } from '../statistics/kappa.ts';

type ScoreFigures = Pick<Summary, 'scores' | 'agreement'>;

/** The figures of each evaluator, from the row that `summarizeScores` gives. */
export function scoreFigures(
  names: readonly string[],
  row: Readonly<Record<string, string | null>> | undefined,
): ScoreFigures {
  const scores: NonNullable<Summary['scores']> = {};
  const agreement: NonNullable<Summary['agreement']> = {};
  for (const [index, name] of names.entries()) {
    const figure = (kind: string): number => Number(row?.[`${kind}_${index}`] ?? 0);
    const [scored, errors] = [figure('scored'), figure('errors')];
    if (scored + errors > 0) scores[name] = { mean: figure('mean'), scored, passed: figure('passed'), errors };
    if (name === HUMAN) continue;
    const table = [
      [figure('both_passed'), figure('only_human')],
      [figure('only_own'), figure('neither')],
    ];
    const kappa = cohensKappa(table);
    if (kappa) agreement[name] = { rows: table.flat().reduce((sum, count) => sum + count, 0), ...kappa };
  }
  return {
    ...(Object.keys(scores).length > 0 && { scores }),
    ...(Object.keys(agreement).length > 0 && { agreement }),
  };
}
