import type { CallerEvent, NormalizedAnswer, Resume } from '../../contracts/caller.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import type { ResultRow } from '../../contracts/result-row.ts';

/** One call of a row's target. */
export interface RowCall {
  readonly event: CallerEvent;
  /** 1 for the row's first call of this attempt. */
  readonly call: number;
  /** What the wait loop handed back, when it belongs to this very call. */
  readonly resume?: Resume;
  /** Milliseconds until the function itself is ended. */
  readonly remainingMs: () => number;
}

export interface Failure {
  readonly error: RollcallError;
  /** What is known all the same: the body of an error answer, its latency, tokens paid for. */
  readonly answer?: Partial<NormalizedAnswer>;
  readonly retryAfterSeconds?: number;
  readonly traceRef?: string;
  /** It failed before the target was called. */
  readonly uncalled?: boolean;
}

export type Outcome =
  | { readonly kind: 'answered'; readonly answer: NormalizedAnswer; readonly traceRef?: string }
  | ({ readonly kind: 'failed' } & Failure)
  /** The call goes on; look again after `seconds`. */
  | { readonly kind: 'pending'; readonly seconds: number; readonly resume: Partial<Resume> }
  /** The call was ended before it had an answer, because the run was cancelled. */
  | { readonly kind: 'stopped'; readonly why: string; readonly traceRef: string }
  /** Another invocation has made the call and staged its row. */
  | { readonly kind: 'settled'; readonly row: ResultRow };

/** What the three callers differ in. */
export interface Target {
  /** The call's input, by mapping or default. Throws a RollcallError of class validation. */
  input(event: CallerEvent): Promise<unknown>;
  /** Whether an earlier invocation has made this call already. */
  isUnderWay(call: RowCall): Promise<boolean>;
  /** Makes the call; attaches when it has been made already. */
  begin(call: RowCall, input: unknown): Promise<Outcome>;
  /** Goes on with a call that is under way. */
  follow(call: RowCall): Promise<Outcome>;
  /** Ends a call that is under way, where that is possible. One that had its answer already keeps it. */
  stop?(call: RowCall, why: string): Promise<Outcome>;
}
