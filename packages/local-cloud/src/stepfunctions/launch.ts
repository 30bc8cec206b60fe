import type { Definition, StatesBlock } from './definition/definition.ts';
import type { Data } from './engine/data.ts';
import type { ExecutionEnd } from './engine/execution.ts';
import type { Resume } from './engine/resume.ts';
import type { Qualified } from './qualified.ts';
import type { StartRecord } from './store/execution-record.ts';
import type { ExecutionWriter } from './store/executions.ts';

/** What is asked of the Runner: StartExecution, StartSyncExecution. */
export interface StartRequest {
  readonly machine: Qualified;
  readonly name: string;
  readonly input: Data;
  readonly traceHeader?: string;
}

/** An EXPRESS execution under way. */
export interface Express {
  readonly arn: string;
  readonly startDate: Date;
  readonly done: Promise<ExecutionEnd>;
}

/** All an execution needs to run, whether it is new, redriven or a child. */
export interface Launch {
  readonly start: StartRecord;
  readonly input: Data;
  readonly block: StatesBlock;
  readonly definition: Definition;
  readonly timeoutSeconds?: number;
  readonly redrive?: { readonly redriveCount: number; readonly redriveDate: number; readonly resume: Resume };
}

export interface Launched {
  readonly writer: ExecutionWriter;
  readonly done: Promise<ExecutionEnd>;
}
