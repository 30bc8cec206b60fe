import type { BulkRun, CallerRun, NormalizedAnswer } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import type { BulkItem } from '../../core/bulk/bulk-body.ts';
import type { Bulk } from '../../core/bulk-jobs/resolve-bulk.ts';
import type { SeenLimit } from '../../core/pacing/rate-headers.ts';

export interface RowOfRun<Run extends CallerRun = CallerRun> {
  readonly run: Run;
  readonly row: DatasetRow;
}

/** One call of a row's target. */
export interface RowCall<Run extends CallerRun = CallerRun> extends RowOfRun<Run> {
  /** 1 for the row's first call of this attempt. */
  readonly call: number;
  /** Milliseconds until the function itself is ended. */
  readonly remainingMs: () => number;
  /** Waits until there is memory for an answer of any size; it is given back when the row is written down. */
  readonly reserve: () => Promise<void>;
}

export interface Failure {
  readonly error: RollcallError;
  /** What is known all the same: the body of an error answer, its latency, tokens paid for. */
  readonly answer?: Partial<NormalizedAnswer>;
  readonly retryAfterSeconds?: number;
  /** The target refused the call for its rate alone (429): the row waits for its turn, and no attempt is counted. */
  readonly isTurnedAway?: boolean;
  readonly traceRef?: string;
  readonly request?: string;
}

export type Outcome = (
  | { readonly kind: 'answered'; readonly answer: NormalizedAnswer; readonly traceRef?: string }
  | ({ readonly kind: 'failed' } & Failure)
) & {
  /** What the answer's headers say of limits; absent where there was no answer, or none that has headers. */
  readonly limits?: readonly SeenLimit[];
  /** What the target got: a body, an agent's input, a payload. */
  readonly request?: string;
  /** What a reader of the row should know all the same. */
  readonly notes?: readonly string[];
};

/** One call for many rows. */
export type BulkCall = Pick<RowCall<BulkRun>, 'run' | 'remainingMs' | 'reserve'>;

/** What came of it: an outcome for each row, or one for all of them. */
export type BulkOutcome = { readonly limits?: readonly SeenLimit[] } & (
  | { readonly kind: 'answered'; readonly outcomes: readonly Outcome[] }
  /** The call was refused as a whole, and nothing was done. */
  | ({ readonly kind: 'rejected' } & Failure)
  | ({ readonly kind: 'failed' } & Failure)
);

/** Calls many rows at once. */
export interface BulkTarget {
  /** What a row sends. Throws a RollcallError of class validation. */
  item(row: RowOfRun<BulkRun>): Promise<BulkItem>;
  /** How many of the items, in their order, go into one call. */
  itemsOfCall(run: BulkRun, items: readonly BulkItem[]): number;
  /** What a call may have at most, and take. */
  limits(run: BulkRun): Pick<Bulk, 'maxItemsPerCall' | 'maxBytesPerCall' | 'timeoutSeconds' | 'onReject'>;
  call(call: BulkCall, items: readonly BulkItem[]): Promise<BulkOutcome>;
}

/** What the callers of a whole batch differ in. A caller parses the run of its own kind before it works on the batch. */
export interface Target<Input = unknown, Run extends CallerRun = CallerRun> {
  /** The call's input, by mapping or default. Throws a RollcallError of class validation. */
  input(row: RowOfRun<Run>): Promise<Input>;
  /** Makes the call and waits for the answer. */
  call(call: RowCall<Run>, input: Input): Promise<Outcome>;
  /** Where the target takes many rows in one call, and the run asks for it. */
  readonly bulk?: BulkTarget;
}
