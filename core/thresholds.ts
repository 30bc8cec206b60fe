import type { Thresholds } from '../contracts/eval-file.ts';
import type { Summary } from '../contracts/summary.ts';
import { type Checked, checkRegression, type Regression } from './experiments/check-regression.ts';

/** Without `actual` the run has no such figure, and the threshold is not met. */
export interface Verdict extends Checked {
  /** Of scores, `minScore.<evaluator>`. */
  readonly name: Exclude<keyof Thresholds, 'minScore' | 'onInconclusive'> | `minScore.${string}`;
  readonly limit: number;
  readonly met: boolean;
  /** The exit code is 1 because of it. */
  readonly blocks: boolean;
}

/** Holds a run's figures against what was asked for. */
export function checkThresholds(thresholds: Thresholds, summary: Summary, regression?: Regression): Verdict[] {
  const { minScore = {}, maxRegression, onInconclusive, ...single } = thresholds;
  const figures: Record<keyof typeof single, number | undefined> = {
    minPassRate: summary.passRate,
    maxErrorRate: shareOfErrors(summary),
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
  const verdicts = [...asked, ...scores].map(({ name, limit, actual }): Verdict => {
    if (actual === undefined) return verdict({ name, limit, outcome: 'error', reason: NOT_MEASURED });
    const met = name.startsWith('min') ? actual >= limit : actual <= limit;
    return verdict({ name, limit, actual, outcome: met ? 'passed' : 'failed' });
  });
  if (maxRegression === undefined) return verdicts;
  const checked = checkRegression(maxRegression, regression);
  return [...verdicts, verdict({ name: 'maxRegression', limit: maxRegression, ...checked }, onInconclusive)];
}

const NOT_MEASURED = 'The run has no such figure.';

const verdict = (
  told: Omit<Verdict, 'met' | 'blocks'>,
  onInconclusive: Thresholds['onInconclusive'] = 'warn',
): Verdict => ({
  ...told,
  met: told.outcome === 'passed',
  blocks: told.outcome !== 'passed' && (told.outcome !== 'inconclusive' || onInconclusive === 'fail'),
});

/** Of the rows that were called. */
function shareOfErrors({ total, skipped, failed }: Summary): number | undefined {
  const called = total - skipped;
  return called === 0 ? undefined : failed / called;
}
