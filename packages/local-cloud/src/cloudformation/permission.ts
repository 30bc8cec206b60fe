import type { CloudContext } from '../cloud-context.ts';
import type { Permission } from '../service.ts';

/** CloudFormation's actions are on one stack, or on all of them. */
export function onStack(context: CloudContext, action: string, nameOrId: unknown): Permission[] {
  const prefix = `arn:aws:cloudformation:${context.region}:${context.accountId}:stack`;
  const name = typeof nameOrId === 'string' ? nameOrId : '*';
  const resource = name.startsWith('arn:') || name === '*' ? name : `${prefix}/${name}/*`;
  return [{ action: `cloudformation:${action}`, resource }];
}
