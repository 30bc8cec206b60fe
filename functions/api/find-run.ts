import { RollcallError } from '../../contracts/errors.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { ownId } from '../../contracts/tenant.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller } from './route.ts';

/** The caller's own run; one of another tenant, or one that is being deleted, is not there. */
export async function findRun(id: string, { tenant }: Caller, { installation }: ApiDependencies): Promise<RunRecord> {
  const record = await installation.runs.find(ownId(tenant, id));
  if (!record || record.deleted_at) throw new RollcallError('RunNotFound', `There is no run ${id}.`);
  return record;
}
