import type { Thresholds } from '../contracts/eval-file.ts';
import type { Summary } from '../contracts/summary.ts';

export interface Verdict {
  readonly name: keyof Thresholds;
  readonly limit: number;
  /** Missing when the run has no such figure: the threshold is not met then. */
  readonly actual?: number;
  readonly met: boolean;
}

/** Holds a run's figures against what was asked for. */
export function checkThresholds(thresholds: Thresholds, summary: Summary): Verdict[] {
  const figures: Record<keyof Thresholds, number | undefined> = {
    minPassRate: summary.passRate,
    maxErrorRate: summary.total === 0 ? undefined : summary.failed / summary.total,
    maxP95Ms: summary.latencyMs.p95,
    maxCostUsd: summary.costUsd,
  };
  return (Object.entries(thresholds) as [keyof Thresholds, number | undefined][])
    .filter((entry): entry is [keyof Thresholds, number] => entry[1] !== undefined)
    .map(([name, limit]) => {
      const actual = figures[name];
      const met = actual !== undefined && (name.startsWith('min') ? actual >= limit : actual <= limit);
      return { name, limit, ...(actual !== undefined && { actual }), met };
    });
}
