import type { CallerRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { problemOfTarget } from '../../core/target-bindings.ts';

/** What every row of the run fails with, when its tenant may not call the target. */
export function refusedTarget(run: CallerRun, bindings: TargetBindings): RollcallError | undefined {
  const problem = problemOfTarget(run, ownerOf(run.evaluationId).tenant, bindings);
  return problem === undefined ? undefined : new RollcallError('TargetAccessDenied', problem);
}
