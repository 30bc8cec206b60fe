import { createHash } from 'node:crypto';

/** `AROA…`: the id a role has besides its name. The same role always has the same one. */
export function principalId(roleArn: string): string {
  const digest = createHash('sha256').update(roleArn).digest('hex').toUpperCase();
  return `AROA${digest.slice(0, 17)}`;
}
