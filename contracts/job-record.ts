import * as z from 'zod';
import { ERRORS, type ErrorName } from './errors.ts';

/** One thing that is known of a bulk job since it was noted; notes are numbered, and none is ever changed. */
export const jobNoteSchema = z.object({
  at: z.string(),
  /** Rows of the job, and the pass that made it: the first note has them. */
  count: z.int().optional(),
  attempt: z.int().optional(),
  /** Steps of the submission that are done, and what their answers gave. */
  step: z.int().optional(),
  saved: z.record(z.string(), z.string()).optional(),
  /** The request that starts the job is about to be sent; false: it is known not to have started it. */
  isStarting: z.boolean().optional(),
  /** That request was sent, and its answer was lost. */
  isLost: z.boolean().optional(),
  /** The job runs; and it was found, since its submission was not answered. */
  isSubmitted: z.boolean().optional(),
  isFound: z.boolean().optional(),
  /** The submission is sent again, not before this: it was turned away so often, or never got through. */
  notBefore: z.string().optional(),
  turnedAway: z.int().optional(),
  unsent: z.int().optional(),
  /** It was told to stop. */
  isCancelled: z.boolean().optional(),
  /** It has ended, and its results lie in the store. */
  isFetched: z.boolean().optional(),
  failed: z.string().optional(),
  /** The error that rows without a result have then; default: TargetFailed. */
  failedAs: z.enum(Object.keys(ERRORS) as ErrorName[]).optional(),
  isExpired: z.boolean().optional(),
});
export type JobNote = z.output<typeof jobNoteSchema>;

/** How an open job stands, for people to read. */
export const openJobSchema = z.object({
  id: z.string(),
  submittedAt: z.string(),
  /** Its items, and how many of them are done as far as its API tells. */
  count: z.number(),
  finished: z.number().optional(),
});
export type ShownJob = z.output<typeof openJobSchema>;

/** What all notes of a job come to. */
export interface JobState {
  readonly key: string;
  readonly count: number;
  readonly attempt: number;
  readonly notes: number;
  readonly intendedAt: string;
  readonly step: number;
  readonly saved: Readonly<Record<string, string>>;
  readonly isStarting: boolean;
  readonly isLost: boolean;
  /** When the request that starts it was about to be sent last. */
  readonly startingAt: string;
  readonly submittedAt?: string;
  readonly isFound: boolean;
  readonly notBefore: string;
  readonly turnedAway: number;
  readonly unsent: number;
  readonly cancelledAt?: string;
  readonly fetchedAt?: string;
  readonly failed?: string;
  readonly failedAs?: ErrorName;
  readonly isExpired?: boolean;
}

export function jobState(key: string, notes: readonly JobNote[]): JobState {
  const first = notes[0]?.at ?? '';
  let state: JobState = {
    key,
    count: 0,
    attempt: 0,
    notes: notes.length,
    intendedAt: first,
    step: 0,
    saved: {},
    isStarting: false,
    isLost: false,
    startingAt: first,
    isFound: false,
    notBefore: '',
    turnedAway: 0,
    unsent: 0,
  };
  for (const { at, isSubmitted, isCancelled, isFetched, saved, ...said } of notes) {
    state = {
      ...state,
      ...said,
      saved: { ...state.saved, ...saved },
      ...(said.isStarting && { startingAt: at, isLost: false }),
      // One that was found was submitted when its request was sent.
      ...(isSubmitted && { submittedAt: said.isFound ? state.startingAt : at }),
      ...(isCancelled && { cancelledAt: at }),
      ...(isFetched && { fetchedAt: at }),
    };
  }
  return state;
}
