import * as z from 'zod';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import type { LoadPlan } from '../../contracts/run-plan.ts';
import { ANY_SHARD, mergeResults } from '../../core/sql/merge-results.ts';
import type { PlanDependencies } from './dependencies.ts';

export const loadInputSchema = z.object({ evaluationId: evaluationIdSchema });

/** What is staged of a run goes into the results table in an execution of its own: nobody waits for it. */
export async function planLoad(
  { evaluationId }: z.output<typeof loadInputSchema>,
  deps: Pick<PlanDependencies, 'runs' | 'tables'>,
): Promise<LoadPlan> {
  const { shards } = await deps.runs.read(evaluationId);
  return { evaluationId, shards, loadStatement: mergeResults(deps.tables, evaluationId, ANY_SHARD) };
}
