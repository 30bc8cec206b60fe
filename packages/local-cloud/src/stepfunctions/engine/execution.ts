import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import type { QueryLanguageName, State, StatesBlock } from '../definition/definition.ts';
import type { DescribedChild } from '../distributed-map/child-results.ts';
import type { MapRunStore } from '../distributed-map/map-run-store.ts';
import type { Child, ChildRequest, ChildSummary } from '../distributed-map/map-visit.ts';
import type { RunTask } from '../task/task.ts';
import { alarm, sleep } from './cancel.ts';
import type { Data } from './data.ts';
import { History, type HistorySink } from './history.ts';
import type { Resume } from './resume.ts';
import { runStates } from './run-states.ts';
import { errorDetails, StatesError } from './states-error.ts';
import type { TaskTokens } from './task-tokens.ts';
import { type VariableBudget, Variables } from './variables.ts';
import { type Scope, type Visit, writeEvent } from './visit.ts';

/** What the engine needs from the service around it. */
export interface EngineParts {
  readonly context: CloudContext;
  readonly runTask: RunTask;
  readonly tokens: TaskTokens;
  readonly mapRuns: MapRunStore;
  readonly children: {
    start(visit: Visit, child: ChildRequest): Child;
    redrive(visit: Visit, child: { readonly mapRunArn: string; readonly name: string }): Promise<Child | undefined>;
    list(mapRunArn: string): AsyncIterable<ChildSummary>;
    describe(executionArn: string): Promise<DescribedChild>;
  };
}

export interface ExecutionOptions {
  readonly arn: string;
  readonly name: string;
  readonly stateMachine: { readonly arn: string; readonly name: string; readonly roleArn: string };
  /** The whole definition, or a distributed Map's ItemProcessor. */
  readonly block: StatesBlock;
  /** For states that do not say their own. */
  readonly queryLanguage: QueryLanguageName;
  readonly timeoutSeconds?: number;
  /** How long it takes to begin, in milliseconds. */
  readonly startDelay?: number;
  readonly input: Data;
  readonly startDate: Date;
  readonly sink: HistorySink;
  readonly redriveCount?: number;
  readonly redriveDate?: Date;
  /** Set when the execution is redriven. */
  readonly resume?: Resume;
}

export interface ExecutionEnd {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly stopDate: Date;
  /** JSON text. */
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

/** Why the signal was aborted. */
class Stopped extends Error {
  readonly status: 'TIMED_OUT' | 'ABORTED';
  readonly details: { error?: string; cause?: string };

  constructor(status: 'TIMED_OUT' | 'ABORTED', details: { error?: string; cause?: string } = {}) {
    super(status);
    this.status = status;
    this.details = details;
  }
}

const END_EVENT = {
  SUCCEEDED: 'ExecutionSucceeded',
  FAILED: 'ExecutionFailed',
  TIMED_OUT: 'ExecutionTimedOut',
  ABORTED: 'ExecutionAborted',
} as const;

/** One execution being run: from ExecutionStarted to the event that ends it. */
export class Execution {
  readonly parts: EngineParts;
  readonly arn: string;
  readonly name: string;
  readonly stateMachine: ExecutionOptions['stateMachine'];
  readonly caller: Caller;
  readonly history: History;
  readonly resume: Resume | undefined;
  readonly variableBudget: VariableBudget = { bytes: 0 };
  /** `$states.context.Execution` */
  readonly contextObject: Record<string, unknown>;
  readonly #options: ExecutionOptions;
  readonly #controller = new AbortController();

  constructor(parts: EngineParts, options: ExecutionOptions) {
    this.parts = parts;
    this.arn = options.arn;
    this.name = options.name;
    this.stateMachine = options.stateMachine;
    this.caller = parts.context.assumeRole(options.stateMachine.roleArn, options.name);
    this.history = new History(options.sink, options.resume?.lastEventId);
    this.resume = options.resume;
    this.#options = options;
    this.contextObject = {
      Id: options.arn,
      Input: options.input.value,
      StartTime: options.startDate.toISOString(),
      Name: options.name,
      RoleArn: options.stateMachine.roleArn,
      RedriveCount: options.redriveCount ?? 0,
      ...(options.redriveDate && { RedriveTime: options.redriveDate.toISOString() }),
    };
  }

  languageOf(state: State): QueryLanguageName {
    return state.QueryLanguage ?? this.#options.queryLanguage;
  }

  stop(error?: string, cause?: string): void {
    this.#controller.abort(new Stopped('ABORTED', { ...(error && { error }), ...(cause && { cause }) }));
  }

  /** Never rejects: whatever happens ends the execution. */
  async run(): Promise<ExecutionEnd> {
    const { timeoutSeconds } = this.#options;
    const timer = timeoutSeconds && alarm(timeoutSeconds, () => this.#controller.abort(new Stopped('TIMED_OUT')));
    const scope: Scope = {
      execution: this,
      path: '',
      variables: new Variables(this.variableBudget),
      signal: this.#controller.signal,
      lastEventId: 0,
    };
    try {
      await sleep(this.#options.startDelay ?? 0, scope.signal);
      const output = await this.#runFrom(scope);
      return this.#end(scope, 'SUCCEEDED', { output: output.json });
    } catch (error) {
      const reason: unknown = this.#controller.signal.aborted ? this.#controller.signal.reason : error;
      if (reason instanceof Stopped) return this.#end(scope, reason.status, reason.details);
      if (reason instanceof StatesError) return this.#end(scope, 'FAILED', errorDetails(reason));
      this.parts.context.log(`Internal failure in ${this.arn}: ${reason instanceof Error ? reason.stack : reason}`);
      return this.#end(scope, 'FAILED', {
        error: 'States.Runtime',
        cause: 'The local cloud failed while it ran this execution; its log says more.',
      });
    } finally {
      if (timer) timer.cancel();
    }
  }

  #runFrom(scope: Scope): Promise<Data> {
    const { block, input, resume, redriveCount, stateMachine } = this.#options;
    if (!resume) {
      const details = { input: input.json, inputDetails: { truncated: false }, roleArn: stateMachine.roleArn };
      writeEvent(scope, 'ExecutionStarted', details);
      // AWS lets the first state follow from nothing, too.
      scope.lastEventId = 0;
      return runStates(scope, block, input);
    }
    scope.lastEventId = resume.lastEventId;
    writeEvent(scope, 'ExecutionRedriven', { redriveCount });
    const thread = resume.threads.get('');
    if (thread) scope.variables.assign('', thread.variables);
    return runStates(scope, block, input, thread?.at);
  }

  #end(
    scope: Scope,
    status: ExecutionEnd['status'],
    details: { output?: string; error?: string; cause?: string },
  ): ExecutionEnd {
    writeEvent(scope, END_EVENT[status], {
      ...details,
      ...(details.output !== undefined && { outputDetails: { truncated: false } }),
    });
    return { status, stopDate: new Date(), ...details };
  }
}
