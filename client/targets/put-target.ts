import { RollcallError } from '../../contracts/errors.ts';
import { batchToolName, type StoredTarget, type Target, targetNameOf, toolName } from '../../contracts/target.ts';
import { problemsOf } from '../../core/targets/check-inputs.ts';
import { parseTarget, type TargetStore } from './target-store.ts';

/** Checks a target whole, its items' schema included, and keeps it. */
export async function putTarget(
  store: TargetStore,
  tenant: string,
  given: unknown,
  ifVersion?: number,
): Promise<StoredTarget> {
  const target = parseTarget(given);
  await problemsOf({ schema: target.inputSchema, inputs: [] });
  await refuseTakenToolName(store, tenant, target);
  return store.write(tenant, given, ifVersion);
}

/** `a_b/c` and `a/b_c` would be one tool. */
async function refuseTakenToolName(store: TargetStore, tenant: string, target: Target): Promise<void> {
  const own = targetNameOf(target);
  const names = toolNames(target);
  for (const { name, target: other } of await store.list(tenant)) {
    const taken = toolNames(other).find((one) => names.includes(one));
    if (name === own || !taken) continue;
    const message = `${own} and ${name} would both be the tool ${taken}. Choose another name.`;
    throw new RollcallError('InvalidTarget', message);
  }
}

const toolNames = (target: Target): string[] => [toolName(target), batchToolName(target)];
