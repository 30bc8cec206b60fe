import type { RunDetail } from '../../../contracts/api/runs.ts';
import { isActive, useCharts } from '../../api/runs.ts';
import { type Tally, tallyOf } from '../../parts/tally.ts';

/** What the rows have come to; while they come in, of those that have been looked at so far. */
export function useTally(run: RunDetail): Tally {
  const { data } = useCharts(run.evaluationId, isActive(run));
  return tallyOf(run.progress, run.summary ?? data?.checked);
}
