import { createHash } from 'node:crypto';
import type { CallerRun } from '../../contracts/caller.ts';
import { ownerOf } from '../../contracts/tenant.ts';

type Paced = Pick<
  CallerRun,
  'evaluationId' | 'executionMode' | 'endpoint' | 'toolLambdaArn' | 'agentStateMachineArn' | 'rateLimit'
>;

/** DynamoDB takes keys of 2,048 bytes. */
const LONGEST = 1_024;

/**
 * What a limit belongs to. An endpoint's belongs to the credentials it is called with, and without any to the tenant; a
 * function or state machine has its own, whoever calls it.
 */
export function rateKeyOf(run: Paced): string {
  const key = keyOf(run);
  return key.length <= LONGEST ? key : createHash('sha256').update(key).digest('hex');
}

function keyOf(run: Paced): string {
  const { executionMode, endpoint, rateLimit } = run;
  const { tenant } = ownerOf(run.evaluationId);
  if (rateLimit.key) return `key ${tenant} ${rateLimit.key}`;
  if (!endpoint) return (executionMode === 'agent' ? run.agentStateMachineArn : run.toolLambdaArn) ?? '';
  const { origin } = new URL(endpoint.url);
  const { auth } = endpoint;
  if (!auth) return `${origin} tenant ${tenant}`;
  return [origin, auth.secretArn, ...('secretKey' in auth && auth.secretKey ? [auth.secretKey] : [])].join(' ');
}
