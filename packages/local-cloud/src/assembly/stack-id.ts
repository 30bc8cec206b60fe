import { createHash } from 'node:crypto';
import type { CloudContext } from '../cloud-context.ts';

/** The same for the same name, so that a stack that is loaded again keeps it. */
export function stackIdOf({ region, accountId }: CloudContext, stackName: string): string {
  const hex = createHash('sha256').update(stackName).digest('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/${uuid}`;
}
