import { DescribeExecutionCommand, DescribeMapRunCommand, ListMapRunsCommand } from '@aws-sdk/client-sfn';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './control-run.ts';

/** The execution behind a run, as Step Functions sees it. */
export interface Execution {
  readonly running: boolean;
  /** RUNNING, ABORTED …; undefined when Step Functions knows it no more. */
  readonly status?: string;
  readonly mapRunArn?: string;
  /** Children that run at this moment; each has one row at a time. */
  readonly children: number;
  /** Children that are not parked by a pause. */
  readonly rowsInFlight: number;
}

export async function executionOf(record: RunRecord, { sfn }: ControlDependencies): Promise<Execution> {
  const status = await statusOf(record.execution_arn, sfn);
  if (status !== 'RUNNING') return { running: false, status, children: 0, rowsInFlight: 0 };
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn: record.execution_arn }));
  // A second pass in the same execution has a Map Run of its own; the open one is the one that counts.
  const mapRunArn = mapRuns.find((run) => run.stopDate === undefined)?.mapRunArn;
  if (!mapRunArn) return { running: true, status, children: 0, rowsInFlight: 0 };
  const { executionCounts } = await sfn.send(new DescribeMapRunCommand({ mapRunArn }));
  const children = executionCounts?.running ?? 0;
  const parked = record.parked_children?.size ?? 0;
  return { running: true, status, mapRunArn, children, rowsInFlight: Math.max(0, children - parked) };
}

async function statusOf(executionArn: string, sfn: ControlDependencies['sfn']): Promise<string | undefined> {
  try {
    return (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExecutionDoesNotExist') return undefined;
    throw error;
  }
}
