import type { Run } from '../../../contracts/api/runs.ts';

type Known = Pick<Run, 'evaluationId' | 'datasetId' | 'total' | 'startedAt' | 'finishedAt'>;

/** The last run over the same rows, and as many of them, that was over when this one began; runs are listed newest first. */
export function earlierRun(runs: readonly Known[], after: string): string | undefined {
  const run = runs.find(({ evaluationId }) => evaluationId === after);
  if (!run?.datasetId) return undefined;
  return runs.find(
    ({ datasetId, total, finishedAt = run.startedAt }) =>
      datasetId === run.datasetId && total === run.total && finishedAt < run.startedAt,
  )?.evaluationId;
}
