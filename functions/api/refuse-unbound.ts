import { RollcallError } from '../../contracts/errors.ts';
import { problemOfTarget } from '../../core/target-bindings.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller } from './route.ts';

/** Refuses what the caller's rows could not call; when a row is called it is looked at again. */
export function refuseUnbound(
  called: Parameters<typeof problemOfTarget>[0] | undefined,
  { tenant }: Caller,
  { bindings }: ApiDependencies,
): void {
  const problem = called && problemOfTarget(called, tenant, bindings);
  if (problem) throw new RollcallError('TargetAccessDenied', problem);
}
