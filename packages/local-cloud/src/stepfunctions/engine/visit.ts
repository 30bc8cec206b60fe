import type { State, StatesBlock } from '../definition/definition.ts';
import type { QueryLanguage } from '../query-language/query-language.ts';
import type { Data } from './data.ts';
import type { Execution } from './execution.ts';
import { StatesError } from './states-error.ts';
import type { Variables } from './variables.ts';

/** One thread of states: the execution itself, a branch of a Parallel, an iteration of an inline Map. */
export interface Scope {
  readonly execution: Execution;
  /** Names the thread in the history, so that a redrive finds its place: '' for the execution, `7.0` for branch 0 of event 7. */
  readonly path: string;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  lastEventId: number;
  /** The kind of state under way, for the event that says it was aborted. */
  current?: State['Type'];
}

export interface MapItem {
  readonly Index: number;
  readonly Value: unknown;
}

/** What a state hands to the next. */
export interface Outcome {
  readonly output: Data;
  readonly assigned?: Readonly<Record<string, Data>>;
  /** Absent when the thread ends here. */
  readonly next?: string;
}

/** Writes an event of a thread into its execution's history. */
export function writeEvent(scope: Scope, type: string, details?: Record<string, unknown>, next?: string): number {
  const where = scope.path === '' && next === undefined ? undefined : { scope: scope.path || undefined, next };
  scope.lastEventId = scope.execution.history.write(type, scope.lastEventId, details, where);
  return scope.lastEventId;
}

/** One state being run once, retries included. */
export class Visit<Kind extends State = State> {
  readonly scope: Scope;
  readonly name: string;
  readonly state: Kind;
  readonly block: StatesBlock;
  readonly language: QueryLanguage;
  readonly input: Data;
  readonly enteredId: number;
  readonly #redriven: boolean;
  readonly #enteredTime: string;
  retryCount = 0;
  /** Set while a `.waitForTaskToken` task runs. */
  taskToken: string | undefined;

  constructor(options: {
    scope: Scope;
    name: string;
    state: Kind;
    block: StatesBlock;
    language: QueryLanguage;
    input: Data;
    enteredId: number;
    redriven: boolean;
  }) {
    this.scope = options.scope;
    this.name = options.name;
    this.state = options.state;
    this.block = options.block;
    this.language = options.language;
    this.input = options.input;
    this.enteredId = options.enteredId;
    this.#redriven = options.redriven;
    this.#enteredTime = new Date().toISOString();
  }

  /** The state was under way when the execution failed: its first attempt goes on with what had succeeded inside it. */
  get resuming(): boolean {
    return this.#redriven && this.retryCount === 0;
  }

  emit(type: string, details?: Record<string, unknown>, next?: string): number {
    return writeEvent(this.scope, type, details, next);
  }

  /** A failure of the state itself, as AWS words it. */
  failure(error: string, message: string): StatesError {
    return new StatesError(
      error,
      `An error occurred while executing the state '${this.name}' (entered at the event id #${this.enteredId}). ${message}`,
    );
  }

  /** A failed evaluation is an event of its own. */
  evaluationFailure(location: string | undefined, message: string): StatesError {
    const failure = this.failure('States.QueryEvaluationError', message);
    this.emit('EvaluationFailed', { error: failure.error, cause: failure.cause, location, state: this.name });
    return failure;
  }

  /** The context object: `$states.context`, `$$`. It has the item of a Map only in the Map's own ItemSelector. */
  context(item?: MapItem): Record<string, unknown> {
    const { execution } = this.scope;
    const retries = this.state.Type === 'Task' || this.state.Type === 'Parallel' || this.state.Type === 'Map';
    return {
      Execution: execution.contextObject,
      StateMachine: { Id: execution.stateMachine.arn, Name: execution.stateMachine.name },
      State: {
        Name: this.name,
        EnteredTime: this.#enteredTime,
        ...(retries && { RetryCount: this.retryCount }),
      },
      ...(this.taskToken !== undefined && { Task: { Token: this.taskToken } }),
      ...(item && { Map: { Item: item } }),
    };
  }
}
