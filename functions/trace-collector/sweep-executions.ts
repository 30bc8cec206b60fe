import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionListItem, type ExecutionStatus, paginateListExecutions } from '@aws-sdk/client-sfn';
import { hasTrace } from '../../client/traces/read-thread.ts';
import { isTraced } from '../../core/threads/trace-of-execution.ts';
import { type Collector, readExecution, receiveExecution } from './collect-execution.ts';

const ENDED: readonly ExecutionStatus[] = ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];
/** Events are tried again for a day; what began earlier was looked for by earlier sweeps. */
const LOOKED_AT_MS = 26 * 3_600_000;
/** DescribeExecution is shared with runs, 15 a second in an account. */
const PAUSE_MS = 200;

/** Traces looked for at the same time: of a busy agent there are many thousands, and nearly all are there. */
const AT_ONCE = 25;

/** Finds finished executions of an agent whose event never came. */
export async function sweepExecutions(
  stateMachineArn: string,
  collector: Collector,
  isLate: () => boolean,
): Promise<number> {
  const { sfn } = collector;
  let found = 0;
  for (const statusFilter of ENDED) {
    const pages = paginateListExecutions({ client: sfn, pageSize: 1000 }, { stateMachineArn, statusFilter });
    list: for await (const { executions = [] } of pages) {
      for (let at = 0; at < executions.length; at += AT_ONCE) {
        const recent = executions.slice(at, at + AT_ONCE).filter(isRecent);
        if (isLate() || recent.length === 0) break list;
        for (const executionArn of await missing(recent, collector)) {
          if (isLate()) break list;
          const execution = await readExecution(executionArn, sfn);
          if (execution) await receiveExecution(execution, collector);
          found += 1;
          await sleep(PAUSE_MS);
        }
      }
    }
  }
  return found;
}

const isRecent = ({ startDate }: ExecutionListItem): boolean =>
  (startDate?.getTime() ?? 0) >= Date.now() - LOOKED_AT_MS;

/** Those that are to be traces and are not. */
async function missing(
  executions: readonly ExecutionListItem[],
  { tenant, tracing, ownMachines }: Collector,
): Promise<string[]> {
  const traced = executions.flatMap(({ executionArn = '', name = '' }) =>
    isTraced({ executionArn, name }, ownMachines) ? [executionArn] : [],
  );
  const isThere = await Promise.all(traced.map((executionArn) => hasTrace(tenant, executionArn, tracing)));
  return traced.filter((_, index) => !isThere[index]);
}
