import type { Change, Series } from '../../parts/run-series.ts';

export interface SeriesProps {
  readonly series: readonly Series[];
  readonly changes: ReadonlyMap<string, Change>;
  readonly datasetName: (id: string) => string;
}

/** The newest run that is over and graded, against the one before it. */
export const lastChange = ({ runs }: Series, changes: ReadonlyMap<string, Change>): Change | undefined => {
  const newest = runs.find(({ passRate, finishedAt }) => passRate !== undefined && finishedAt);
  return newest && changes.get(newest.evaluationId);
};
