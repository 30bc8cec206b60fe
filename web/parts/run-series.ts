import type { Run } from '../../contracts/api/runs.ts';
import { groupedBy } from '../../core/grouped-by.ts';
import { Z95 } from '../../core/statistics/z95.ts';

/** Runs of one target over one dataset: what can be compared over time. */
export interface Series {
  readonly key: string;
  readonly targetName: string;
  readonly datasetId: string;
  /** Newest first. */
  readonly runs: readonly Run[];
}

type Known = Pick<Run, 'targetName' | 'datasetId'>;

const keyOf = ({ targetName, datasetId }: Known): string => `${targetName}\n${datasetId}`;

/** The series of these runs, which are listed newest first; the one with the newest run comes first. */
export function seriesOf(runs: readonly Run[]): Series[] {
  return [...groupedBy(runs, keyOf)].flatMap(([key, ofSeries]) => {
    const [newest] = ofSeries;
    return newest ? [{ key, targetName: newest.targetName, datasetId: newest.datasetId, runs: ofSeries }] : [];
  });
}

export interface Change {
  readonly before: Run;
  readonly after: Run;
  /** Of the pass rate. */
  readonly difference: number;
  /** Larger than what chance gives two independent samples of as many rows. */
  readonly isClear: boolean;
}

/** By run: how its pass rate differs from that of the run before it in its series. Runs in progress have no last word yet. */
export function changesOf(runs: readonly Run[]): ReadonlyMap<string, Change> {
  const later = new Map<string, Run>();
  const changes = new Map<string, Change>();
  for (const before of runs) {
    if (before.passRate === undefined || !before.finishedAt) continue;
    // Some of the rows say little of all of them.
    const key = `${keyOf(before)}\n${before.total}`;
    const after = later.get(key);
    if (after) changes.set(after.evaluationId, changeOf(before, after));
    later.set(key, before);
  }
  return changes;
}

function changeOf(before: Run, after: Run): Change {
  const rates = [before, after].map((run) => ({ share: run.passRate ?? 0, rows: run.total - run.skipped }));
  const [{ share: a } = { share: 0 }, { share: b } = { share: 0 }] = rates;
  return { before, after, difference: b - a, isClear: isClear(rates) };
}

/** Whether two shares of so many rows differ by more than chance explains. */
export function isClear(samples: readonly { readonly share: number; readonly rows: number }[]): boolean {
  const [a, b] = samples;
  if (!a || !b || a.rows === 0 || b.rows === 0) return false;
  const spread = samples.reduce((sum, { share, rows }) => sum + (share * (1 - share)) / rows, 0);
  return Math.abs(a.share - b.share) > Z95 * Math.sqrt(spread);
}

/** Pass rates of the runs that are over and graded, the oldest first; the runs are listed newest first. */
export const ratesOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(({ passRate, finishedAt }) => (passRate !== undefined && finishedAt ? [passRate] : [])).toReversed();
