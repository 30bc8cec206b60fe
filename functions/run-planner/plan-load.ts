import type { LoadPlan } from '../../contracts/run-plan.ts';
import { ANY_SHARD, mergeResults } from '../../core/sql/merge-results.ts';
import type { PlanDependencies } from './dependencies.ts';
import { readInput } from './read-input.ts';

/** The settled rows of a batch job go into the results table in an execution of their own: nobody waits for them. */
export async function planLoad(input: unknown, deps: PlanDependencies): Promise<LoadPlan> {
  const { load: evaluationId = '' } = readInput(input);
  const record = await deps.runs.read(evaluationId);
  return {
    load: true,
    evaluationId,
    shards: record.shards,
    loadStatement: mergeResults(deps.tables, evaluationId, ANY_SHARD),
    retryFailed: false,
  };
}
