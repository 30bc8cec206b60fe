import type { CloudContext } from '../cloud-context.ts';
import type { Permission } from '../service.ts';

/** CloudFormation's actions are on one stack, or on all of them. */
export function onStack(context: CloudContext, action: string, nameOrId: string | undefined): Permission[] {
  const prefix = `arn:aws:cloudformation:${context.region}:${context.accountId}:stack`;
  const resource = !nameOrId ? '*' : nameOrId.startsWith('arn:') ? nameOrId : `${prefix}/${nameOrId}/*`;
  return [{ action: `cloudformation:${action}`, resource }];
}
