import { useMemo } from 'react';
import { type Weights, weightsOf } from '../../../core/rows/scores-of-row.ts';
import { useRun } from '../../api/runs.ts';

/** What the evaluators of a run weigh: runs that are compared have the same, or cannot be compared by them. */
export function useWeights(id: string): Weights {
  const { data } = useRun(id);
  return useMemo(() => weightsOf(data?.config), [data?.config]);
}
