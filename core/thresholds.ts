import type { Effect } from '../contracts/comparison.ts';
import type { Thresholds } from '../contracts/eval-file.ts';
import type { Summary } from '../contracts/summary.ts';

export interface Verdict {
  /** Of scores, `minScore.<evaluator>`. */
  readonly name: Exclude<keyof Thresholds, 'minScore'> | `minScore.${string}`;
  readonly limit: number;
  /** Missing when the run has no such figure: the threshold is not met then. */
  readonly actual?: number;
  readonly met: boolean;
}

/** Holds a run's figures against what was asked for. */
export function checkThresholds(thresholds: Omit<Thresholds, 'maxRegression'>, summary: Summary): Verdict[] {
  const { minScore = {}, ...single } = thresholds;
  const figures: Record<keyof typeof single, number | undefined> = {
    minPassRate: summary.passRate,
    maxErrorRate: summary.total === 0 ? undefined : summary.failed / summary.total,
    maxP95Ms: summary.latencyMs.p95,
    maxCostUsd: summary.costUsd + (summary.scoringCostUsd ?? 0),
  };
  const asked = (Object.entries(single) as [keyof typeof single, number | undefined][]).flatMap(([name, limit]) =>
    limit === undefined ? [] : [{ name, limit, actual: figures[name] }],
  );
  const scores = Object.entries(minScore).map(([evaluator, limit]) => {
    const scored = summary.scores?.[evaluator];
    return { name: `minScore.${evaluator}` as const, limit, actual: scored?.scored ? scored.mean : undefined };
  });
  return [...asked, ...scores].map(({ name, limit, actual }) => {
    const met = actual !== undefined && (name.startsWith('min') ? actual >= limit : actual <= limit);
    return { name, limit, ...(actual !== undefined && { actual }), met };
  });
}

/**
 * How far the pass rate is below the baseline's. Where neither answered a row there is no telling.
 * @param effect on the pass rate, if there is a baseline
 */
export function checkRegression(
  limit: number | undefined,
  effect: Pick<Effect, 'difference' | 'pairs' | 'unanswered'> | undefined,
): Verdict[] {
  if (limit === undefined) return [];
  const actual = effect && effect.unanswered < effect.pairs ? Math.max(0, -effect.difference) : undefined;
  const met = actual !== undefined && actual <= limit;
  return [{ name: 'maxRegression', limit, ...(actual !== undefined && { actual }), met }];
}
