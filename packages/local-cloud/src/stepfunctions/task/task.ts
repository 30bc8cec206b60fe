import type { Caller } from '../../service.ts';

/** Events a task's integration reports while it works; the engine writes them into the execution's history. */
export type TaskEvent =
  /** LambdaFunctionScheduled or TaskScheduled */
  | { readonly kind: 'scheduled' }
  /** LambdaFunctionStarted or TaskStarted */
  | { readonly kind: 'started' }
  /** TaskSubmitted: `.sync` and `.waitForTaskToken` have handed the work over */
  | { readonly kind: 'submitted'; readonly output: unknown };

/** One running Task state, as an integration sees it. */
export interface TaskRun {
  /** The state's Resource: `arn:aws:states:::lambda:invoke.waitForTaskToken`, a function's ARN, … */
  readonly resource: string;
  /** The evaluated Arguments (JSONata). */
  readonly arguments: unknown;
  /** The state machine's role, or the one Credentials names. */
  readonly caller: Caller;
  /** The ARN of the execution that runs the task. */
  readonly executionArn: string;
  /** Aborted on timeout, heartbeat timeout, StopExecution: stop polling, stop what was started (`.sync`). */
  readonly signal: AbortSignal;
  /** Present with `callback`: what SendTaskSuccess names the task by. */
  readonly taskToken?: string;
  /** Present for `.waitForTaskToken`: settles when SendTaskSuccess or SendTaskFailure arrives. */
  readonly callback?: Promise<unknown>;
  emit(event: TaskEvent): void;
}

/** Runs one Task to its result, or throws a StatesError. */
export type RunTask = (run: TaskRun) => Promise<unknown>;
