import { createHash } from 'node:crypto';
import type { CallerRun } from '../../contracts/caller.ts';
import { ownerOf } from '../../contracts/tenant.ts';

/** DynamoDB takes keys of 2,048 bytes. */
const LONGEST = 1_024;

/**
 * What a limit belongs to. An endpoint's belongs to the credentials it is called with, and without any to the tenant; a
 * function or state machine has its own, whoever calls it.
 */
export function rateKeyOf(run: CallerRun): string {
  const key = keyOf(run);
  return key.length <= LONGEST ? key : createHash('sha256').update(key).digest('hex');
}

function keyOf(run: CallerRun): string {
  const { tenant } = ownerOf(run.evaluationId);
  if (run.rateLimit.key) return `key ${tenant} ${run.rateLimit.key}`;
  if (run.executionMode === 'agent') return run.agentStateMachineArn;
  if (run.executionMode === 'tool') return run.toolLambdaArn;
  const { origin } = new URL(run.endpoint.url);
  const { auth } = run.endpoint;
  if (!auth) return `${origin} tenant ${tenant}`;
  return [origin, auth.secretArn, ...('secretKey' in auth && auth.secretKey ? [auth.secretKey] : [])].join(' ');
}
