import { DescribeMapRunCommand, ListMapRunsCommand, paginateListExecutions } from '@aws-sdk/client-sfn';
import type { RunRecord } from '../../contracts/run-record.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import type { ControlDependencies } from './dependencies.ts';

/** The execution behind a run, as Step Functions sees it. */
export interface Execution {
  readonly running: boolean;
  /** RUNNING, ABORTED …; undefined when Step Functions knows it not, or no more. */
  readonly status?: string;
  readonly stoppedAt?: Date;
  /** The Map Run that calls rows at this moment. */
  readonly mapRunArn?: string;
  readonly maxConcurrency?: number;
  /** Children that run and are not parked by a pause; each has one row at a time. */
  readonly rowsInFlight: number;
  /** No row is in flight, and as long as the run is not resumed none will be. */
  readonly quiet: boolean;
}

export async function executionOf(record: RunRecord, { sfn }: ControlDependencies): Promise<Execution> {
  const { status, stopDate: stoppedAt } = await describeExecution(record.execution_arn, sfn);
  const none = { status, rowsInFlight: 0 };
  if (status !== 'RUNNING') return { ...none, running: false, stoppedAt, quiet: true };
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn: record.execution_arn }));
  // A second pass in the same execution has a Map Run of its own; the open one is the one that counts.
  const mapRunArn = mapRuns.find((run) => run.stopDate === undefined)?.mapRunArn;
  // Rows have not begun, or they have all settled and the run is about to end.
  if (!mapRunArn) return { ...none, running: true, quiet: mapRuns.length === 0 };
  const { executionCounts, maxConcurrency = 0 } = await sfn.send(new DescribeMapRunCommand({ mapRunArn }));
  const children = executionCounts?.running ?? 0;
  const parked = await parkedChildren(record, mapRunArn, sfn);
  // Children start until maxConcurrency of them run. When so many are parked, or all there are, nothing moves.
  const slots = maxConcurrency === 0 ? Number.POSITIVE_INFINITY : maxConcurrency;
  const quiet = parked >= Math.min(slots, children + (executionCounts?.pending ?? 0));
  return { running: true, status, mapRunArn, maxConcurrency, rowsInFlight: Math.max(0, children - parked), quiet };
}

/** A child that has ended may have left its name behind, so only those that run are counted. */
async function parkedChildren(
  { status, parked_children: parked }: RunRecord,
  mapRunArn: string,
  sfn: ControlDependencies['sfn'],
): Promise<number> {
  if (!parked || (status !== 'pausing' && status !== 'paused')) return 0;
  let count = 0;
  for await (const { executions = [] } of paginateListExecutions(
    { client: sfn, pageSize: 1000 },
    { mapRunArn, statusFilter: 'RUNNING' },
  )) {
    count += executions.filter(({ name = '' }) => parked.has(name)).length;
  }
  return count;
}
