import { SFNClient } from '@aws-sdk/client-sfn';
import type { Context } from 'aws-lambda';
import { type AgentAnswer, agentEventSchema, type NormalizedAnswer } from '../../contracts/caller.ts';
import { isObject } from '../../core/json.ts';
import { callerHandler, parseEvent } from '../caller/caller-handler.ts';
import { portsFromEnvironment } from '../caller/ports-from-environment.ts';
import { patient } from '../shared/patient.ts';
import { logger } from '../shared/powertools.ts';
import { captured, traced } from '../shared/tracing.ts';
import { callAgent } from './call-agent.ts';
import { expressAgent } from './express-agent.ts';
import { runAgent } from './run-agent.ts';

/** Looks at agents share a quota of the account: they are asked for patiently. */
const sfn = captured(new SFNClient(patient()));
/** One attempt: whether an EXPRESS agent is started again is the retry policy's to say. */
const callExpress = callerHandler(agentEventSchema, expressAgent(captured(new SFNClient({ maxAttempts: 1 }))));

/** For the rows of a run, and for anyone who wants one agent's answer. */
export async function handler(event: unknown, context: Context): Promise<AgentAnswer | NormalizedAnswer> {
  if (!isObject(event) || !('run' in event)) return runAgent(event, sfn, () => context.getRemainingTimeInMillis());
  const parsed = parseEvent(agentEventSchema, event);
  if (parsed.run.agentType === 'EXPRESS') return callExpress(event, context);
  logger.addContext(context);
  const ids = { evaluationId: parsed.run.evaluationId, batch: parsed.batch.index };
  return traced('CallAgent', ids, () => callAgent(parsed, sfn, portsFromEnvironment()));
}
