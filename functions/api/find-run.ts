import { RollcallError } from '../../contracts/errors.ts';
import { ownId } from '../../contracts/tenant.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { ObservedRun } from '../../domain/run-records/store/run-record-store.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller } from './route.ts';

/** The caller's own run; one of another tenant, or one that is being deleted, is not there. */
export async function findRun(id: string, caller: Caller, dependencies: ApiDependencies): Promise<RunRecord> {
  return (await observeRun(id, caller, dependencies)).record;
}

/** The same with the counts of its batches. */
export async function observeRun(
  id: string,
  { tenant }: Caller,
  { installation }: ApiDependencies,
): Promise<ObservedRun> {
  const observed = await installation.runs.observe(ownId(tenant, id));
  if (!observed || observed.record.deleted_at) throw new RollcallError('RunNotFound', `There is no run ${id}.`);
  return observed;
}
