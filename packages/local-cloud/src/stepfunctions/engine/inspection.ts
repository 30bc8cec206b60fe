import type { StatesError } from './states-error.ts';

export interface InspectionOptions {
  /** What the state is to be given instead of doing its work. */
  readonly mock?: { readonly result: unknown } | { readonly error: StatesError };
  /** The context object, when the caller gives one. */
  readonly context?: Record<string, unknown>;
  /** How often the retrier that takes the error has been used before. */
  readonly retries?: number;
  /** How many iterations of a Map are to have failed. */
  readonly failedIterations?: number;
}

/** A state that TestState runs once: what it is given, and what is noted on the way. */
export class Inspection {
  readonly options: InspectionOptions;
  /** Members of InspectionData. */
  readonly data: Record<string, unknown> = {};
  /** The error a catcher took. */
  caughtError: StatesError | undefined;

  constructor(options: InspectionOptions) {
    this.options = options;
  }

  note(name: string, value: unknown): void {
    this.data[name] = value;
  }

  /** What a Map or Parallel gives; they are tested with a mock only. */
  mocked(): unknown {
    const { mock } = this.options;
    if (!mock) throw new Error('A Map or Parallel is tested without a mock.');
    if ('error' in mock) throw mock.error;
    return mock.result;
  }

  /** A retrier takes the error: the state is not run again, and the caller is told when it would be. */
  retriable(error: StatesError, retryIndex: number, seconds: number): Retriable {
    this.note('errorDetails', { retryIndex, retryBackoffIntervalSeconds: Math.round(seconds) });
    return new Retriable(error);
  }

  caught(error: StatesError, catchIndex: number): void {
    this.note('errorDetails', { catchIndex });
    this.caughtError = error;
  }
}

/** Ends the test of a state that would be retried. */
export class Retriable extends Error {
  readonly reason: StatesError;

  constructor(reason: StatesError) {
    super(reason.message);
    this.reason = reason;
  }
}
