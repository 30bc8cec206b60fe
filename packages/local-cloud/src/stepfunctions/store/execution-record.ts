/** What is kept of an execution besides its events. The first line of its file is the start, the last one the end. */

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface StartRecord {
  readonly record: 'start';
  readonly arn: string;
  readonly name: string;
  readonly stateMachineArn: string;
  /** Set when it was started by the ARN of a version or alias. */
  readonly versionArn?: string;
  readonly aliasArn?: string;
  readonly machine: string;
  readonly roleArn: string;
  /** Hash of the definition, see definitions.ts. */
  readonly definition: string;
  /** JSON text. */
  readonly input: string;
  readonly startDate: number;
  readonly traceHeader?: string;
  /** For a child of a distributed Map: its Map Run, and the name of the Map state. */
  readonly mapRunArn?: string;
  readonly mapState?: string;
  readonly itemCount?: number;
}

export interface EndRecord {
  readonly record: 'end';
  readonly status: Exclude<ExecutionStatus, 'RUNNING'>;
  readonly stopDate: number;
  /** JSON text. */
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly redriveCount: number;
  readonly redriveDate?: number;
}

/** An execution as DescribeExecution sees it. */
export interface ExecutionRecord {
  readonly start: StartRecord;
  readonly redriveCount: number;
  readonly redriveDate?: number;
  /** Absent while it runs. */
  readonly end?: EndRecord;
}

export const statusOf = ({ end }: ExecutionRecord): ExecutionStatus => end?.status ?? 'RUNNING';

/** A line of an index: without `status` the execution started (or was redriven), with it it ended. */
export interface IndexLine {
  readonly name: string;
  readonly at: number;
  readonly status?: EndRecord['status'];
  readonly itemCount?: number;
  readonly redriveCount?: number;
  readonly versionArn?: string;
  readonly aliasArn?: string;
}

/** An execution as ListExecutions sees it. */
export interface ExecutionSummary {
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly startDate: number;
  readonly stopDate?: number;
  readonly itemCount?: number;
  readonly redriveCount: number;
  readonly redriveDate?: number;
  readonly versionArn?: string;
  readonly aliasArn?: string;
}
