import { batchRequestSchema } from '../../contracts/api/jobs.ts';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { isObject } from '../../core/json.ts';
import { type TargetTool, toolsOf } from '../../core/tools/universal-tools.ts';
import type { Installation } from '../connect/installation.ts';
import { callTarget } from '../jobs/call-target.ts';
import { submitBatch } from '../jobs/submit-batch.ts';
import type { Tool } from './tool.ts';

/** The tools of a tenant's targets, as they are registered now. */
export async function targetTools(tenant: string, { targets }: Installation): Promise<(TargetTool & Tool)[]> {
  const found = await targets.list(tenant);
  return toolsOf(found.map(({ target }) => target)).map((tool) => ({ ...tool, changes: true, use: useOf(tool) }));
}

function useOf({ kind, target }: TargetTool): Tool['use'] {
  if (kind === 'call')
    return (given, { tenant }, installation) => callTarget(tenant, target, given ?? {}, installation);
  const [integrationSlug, actionSlug] = target.split('/');
  return async (given, { tenant }, installation) => {
    const { items, config } = isObject(given) ? given : {};
    const wrapped = Array.isArray(items) ? items.map((input) => ({ input })) : items;
    const request = batchRequestSchema.safeParse({ integrationSlug, actionSlug, items: wrapped, config });
    if (request.success) return submitBatch(tenant, request.data, installation);
    throw new RollcallError('InvalidItems', `Invalid batch: ${describeIssues(request.error).join('; ')}`);
  };
}
