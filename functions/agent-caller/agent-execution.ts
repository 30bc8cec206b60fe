import {
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  type SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { Outcome } from '../caller/target.ts';

/** What is known of an agent's execution; nothing of one that never was, or that ended more than 90 days ago. */
export type AgentExecution = Partial<DescribeExecutionCommandOutput>;

/** The error an agent is stopped with that has taken too long. */
const TIMED_OUT = 'TargetTimeout';

export const isGoing = ({ status }: AgentExecution): boolean => status === 'RUNNING' || status === 'PENDING_REDRIVE';

const startedAt = ({ startDate }: AgentExecution): number => startDate?.getTime() ?? Date.now();

/** Seconds the execution has run, or ran. */
export const secondsOf = (execution: AgentExecution): number =>
  ((execution.stopDate?.getTime() ?? Date.now()) - startedAt(execution)) / 1000;

export async function stopAgent(
  sfn: SFNClient,
  executionArn: string,
  why: { error: string; cause: string },
): Promise<AgentExecution> {
  await sfn.send(new StopExecutionCommand({ executionArn, ...why }));
  return sfn.send(new DescribeExecutionCommand({ executionArn }));
}

/** Stops an agent that has taken too long. One that has come to its end in that moment keeps its answer. */
export const stopLate = (sfn: SFNClient, executionArn: string, timeoutSeconds: number): Promise<AgentExecution> =>
  stopAgent(sfn, executionArn, {
    error: TIMED_OUT,
    cause: `Stopped by Rollcall: no answer within ${timeoutSeconds} s.`,
  });

/** Its time was up: we stopped it, or Step Functions did when it waited no longer. */
export const wasLate = (execution: AgentExecution, timeoutSeconds: number): boolean =>
  execution.status === 'ABORTED' &&
  (execution.error === TIMED_OUT || (!execution.error && secondsOf(execution) >= timeoutSeconds));

export function timedOut(execution: AgentExecution, timeoutSeconds: number): Outcome {
  return {
    kind: 'failed',
    error: new RollcallError('TargetTimeout', `The agent gave no answer within ${timeoutSeconds} s and was stopped.`),
    answer: { latencyMs: secondsOf(execution) * 1000 },
    traceRef: execution.executionArn,
    request: execution.input,
  };
}
