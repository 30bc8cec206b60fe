import { useMemo } from 'react';
import { type Weights, weightsOf } from '../../../core/rows/scores-of-row.ts';
import { type Scales, scalesOf } from '../../../core/scoring/own-scale.ts';
import { useRun } from '../../api/runs.ts';

export interface Grading {
  readonly weights: Weights;
  readonly scales: Scales;
}

/** What the evaluators of a run weigh and score in: runs that are compared have the same, or cannot be compared by them. */
export function useGrading(id: string): Grading {
  const { data } = useRun(id);
  return useMemo(() => ({ weights: weightsOf(data?.config), scales: scalesOf(data?.config) }), [data?.config]);
}
