import { SFNClient } from '@aws-sdk/client-sfn';
import type { Context } from 'aws-lambda';
import type { CallerAnswer, NormalizedAnswer } from '../../contracts/caller.ts';
import { isObject } from '../../core/json.ts';
import { callerHandler } from '../shared/caller-handler.ts';
import { tracer } from '../shared/powertools.ts';
import { agentTarget } from './agent-target.ts';
import { runAgent } from './run-agent.ts';

const sfn = tracer.captureAWSv3Client(new SFNClient());
const watchMs = Number(process.env.AGENT_WATCH_MS ?? 25_000);
const callRow = callerHandler(() => agentTarget({ sfn, watchMs }));

/** For a row of a run, and for anyone who wants one agent's answer. */
export const handler = async (event: unknown, context: Context): Promise<CallerAnswer | NormalizedAnswer> =>
  isObject(event) && 'run' in event
    ? callRow(event, context)
    : runAgent(event, sfn, () => context.getRemainingTimeInMillis());
