import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionStatus, paginateListExecutions } from '@aws-sdk/client-sfn';
import { findTrace } from '../../client/traces/read-thread.ts';
import { isTraced } from '../../core/threads/trace-of-execution.ts';
import { type Collector, readExecution, receiveExecution } from './collect-execution.ts';

const ENDED: readonly ExecutionStatus[] = ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];
/** Events are tried again for a day; what began earlier was looked for by earlier sweeps. */
const LOOKED_AT_MS = 26 * 3_600_000;
/** DescribeExecution is shared with runs, 15 a second in an account. */
const PAUSE_MS = 200;

/** Finds finished executions of an agent whose event never came. */
export async function sweepExecutions(
  stateMachineArn: string,
  collector: Collector,
  isLate: () => boolean,
): Promise<number> {
  const { sfn, tenant, tracing, ownMachine } = collector;
  let found = 0;
  for (const statusFilter of ENDED) {
    const pages = paginateListExecutions({ client: sfn, pageSize: 1000 }, { stateMachineArn, statusFilter });
    list: for await (const { executions = [] } of pages) {
      for (const { executionArn = '', name = '', startDate } of executions) {
        if (isLate() || (startDate?.getTime() ?? 0) < Date.now() - LOOKED_AT_MS) break list;
        if (!isTraced({ executionArn, name }, ownMachine) || (await findTrace(tenant, executionArn, tracing))) continue;
        const execution = await readExecution(executionArn, sfn);
        if (execution) await receiveExecution(execution, collector);
        found += 1;
        await sleep(PAUSE_MS);
      }
    }
  }
  return found;
}
