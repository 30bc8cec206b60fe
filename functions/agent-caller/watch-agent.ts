import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, type DescribeExecutionCommandOutput, type SFNClient } from '@aws-sdk/client-sfn';

/** Kept back to stop an agent or stage its row before the function itself is ended. */
const RESERVE_MS = 8_000;
const FIRST_LOOK_MS = 200;
const RAREST_LOOK_MS = 2_000;

interface Watch {
  readonly watchMs: number;
  readonly timeoutSeconds: number;
  readonly remainingMs: () => number;
}

export const describeAgent = (sfn: SFNClient, executionArn: string): Promise<DescribeExecutionCommandOutput> =>
  sfn.send(new DescribeExecutionCommand({ executionArn }));

/** Looks at an execution, ever more rarely, until it has ended, is late, or the watch is over. */
export async function watchAgent(sfn: SFNClient, arn: string, watch: Watch): Promise<DescribeExecutionCommandOutput> {
  const until = Date.now() + Math.min(watch.watchMs, watch.remainingMs() - RESERVE_MS);
  for (let delay = FIRST_LOOK_MS; ; delay = Math.min(delay * 1.5, RAREST_LOOK_MS)) {
    const execution = await describeAgent(sfn, arn);
    if (execution.status !== 'RUNNING') return execution;
    const lateAt = (execution.startDate?.getTime() ?? Date.now()) + watch.timeoutSeconds * 1000;
    const left = Math.min(until, lateAt) - Date.now();
    if (left <= 0) return execution;
    await sleep(Math.min(delay, left));
  }
}
