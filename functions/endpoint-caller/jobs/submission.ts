import type { CallerEvent } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import type { SeenLimit } from '../../../core/pacing/rate-headers.ts';
import type { JobNotes } from './job-notes.ts';
import type { JobRequests } from './job-requests.ts';
import type { JobStore } from './job-store.ts';

/** Open jobs are told of by their ids in an item of 400 KB, and there may be 100 of them. */
export const LONGEST_ID = 2_048;

/** What came of an attempt to submit a job. */
export type Submitted =
  /** It runs, or it is gone on with at a time. */
  | { readonly kind: 'open'; readonly dueAt?: number }
  /** It does not run, and never will. */
  | { readonly kind: 'refused'; readonly error: RollcallError }
  /** Nobody knows whether it runs. */
  | { readonly kind: 'unknown'; readonly error: RollcallError };

export interface Submission {
  readonly event: CallerEvent;
  readonly requests: JobRequests;
  readonly store: JobStore;
  readonly notes: JobNotes;
  /** Rows of the job, when it is made. */
  readonly count: number;
  readonly deadlineMs: () => number;
  /** Told when a request was sent, what its answer says of limits, and how long it is turned away for. */
  readonly heard: (sentAt: number, limits: readonly SeenLimit[] | undefined, turnedAwaySeconds?: number) => void;
}

export const unknownJob = (message: string): Submitted => ({
  kind: 'unknown',
  error: new RollcallError(
    'OutcomeUnknown',
    `The job was submitted, and whether it runs is not known. ${message} Look for it there before you send its rows again.`,
  ),
});
