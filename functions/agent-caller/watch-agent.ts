import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { type AgentExecution, isGoing, secondsOf } from './agent-execution.ts';

/** Kept back to stop an agent or to answer before the function itself is ended. */
const RESERVE_MS = 8_000;
const FIRST_LOOK_MS = 200;
const RAREST_LOOK_MS = 2_000;

interface Watch {
  readonly timeoutSeconds: number;
  readonly remainingMs: () => number;
}

/** Looks at an execution, ever more rarely, until it has ended, is late, or the function's time is up. */
export async function watchAgent(
  sfn: SFNClient,
  executionArn: string,
  { timeoutSeconds, remainingMs }: Watch,
): Promise<AgentExecution> {
  const until = Date.now() + remainingMs() - RESERVE_MS;
  for (let delay = FIRST_LOOK_MS; ; delay = Math.min(delay * 1.5, RAREST_LOOK_MS)) {
    const execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (!isGoing(execution)) return execution;
    const left = Math.min(until - Date.now(), (timeoutSeconds - secondsOf(execution)) * 1000);
    if (left <= 0) return execution;
    await sleep(Math.min(delay, left));
  }
}
