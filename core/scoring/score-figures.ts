import type { Summary } from '../../contracts/summary.ts';

type ScoreFigures = Pick<Summary, 'scores' | 'score'>;

/** The figures of each evaluator, from the row that `summarizeScores` gives. */
export function scoreFigures(
  names: readonly string[],
  row: Readonly<Record<string, string | null>> | undefined,
): ScoreFigures {
  const scores: NonNullable<Summary['scores']> = {};
  for (const [index, name] of names.entries()) {
    const figure = (kind: string): number => Number(row?.[`${kind}_${index}`] ?? 0);
    const [scored, errors] = [figure('scored'), figure('errors')];
    if (scored + errors > 0) scores[name] = { mean: figure('mean'), scored, passed: figure('passed'), errors };
  }
  if (Object.keys(scores).length === 0) return {};
  return { scores, ...(row?.score && { score: Number(row.score) }) };
}
