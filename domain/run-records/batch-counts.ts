import * as z from 'zod';
import { openJobSchema } from '../../contracts/job-record.ts';
import { pacingSchema } from '../../contracts/rate-limit.ts';
import { countersSchema } from './run-record.ts';

/**
 * What has become of a batch's rows so far: an item of its own in the table `batch-counts`, key `evaluation_id` and
 * `batch`. The numbers are absolute, so writing them again counts nothing twice, and no item is written by two batches.
 *
 * Batches of a single row (agents) would make too many items: they are added to one of a few lanes, and a mark beside it
 * says that the batch is in there.
 */
export const batchCountsSchema = z.object({
  evaluation_id: z.string(),
  /** See `batchCountsKey`. */
  batch: z.string(),
  ...countersSchema.shape,
  /** Log entries that are counted: those before this number. */
  entries: z.number(),
  /** Rows being called at this moment. */
  in_flight: z.number(),
  state: z.enum(['running', 'parked', 'done']),
  /** What rows have come to, where the run may still be stopped early; see core/early-stop. */
  outcomes: z.set(z.string()).optional(),
  /** When its last row settled, and when the last of the rows that wait to be called again is due. */
  settled_at: z.string().optional(),
  due_at: z.string().optional(),
  /** Why the last call found no connection to the target. */
  unreachable: z.string().optional(),
  /** While calls are paced. */
  pacing: pacingSchema.optional(),
  /** Bulk jobs that its rows wait for. */
  jobs: z.array(openJobSchema).optional(),
  updated_at: z.string(),
  /** Epoch seconds; DynamoDB deletes the item after that. */
  expires_at: z.number(),
});
export type BatchCounts = z.output<typeof batchCountsSchema>;

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** What the keys of one pass begin with. */
export const batchCountsPrefix = (attempt: number): string => `${digits(attempt, 4)}#`;

/** Keys sort in row order. */
export const batchCountsKey = (attempt: number, batch: number): string =>
  `${batchCountsPrefix(attempt)}${digits(batch, 8)}`;

/** So many that none takes more than a few writes a second: a Distributed Map starts 100 children a second. */
const LANES = 16;

/** Where a batch of one row is added to. */
export const laneKey = (attempt: number, batch: number): string =>
  `${batchCountsPrefix(attempt)}lane-${digits(batch % LANES, 2)}`;

/** What a mark says of a batch of one row: it is counted in its lane, it is parked, or it goes on after that. */
export type Mark = 'counted' | 'parked' | 'going';

/** What the keys of a mark in one pass begin with; apart from `batchCountsPrefix`, so that counts are listed without them. */
export const markPrefix = (attempt: number, mark: Mark): string => `${digits(attempt, 4)}!${mark}#`;

export const markKey = (attempt: number, mark: Mark, batch: number): string =>
  `${markPrefix(attempt, mark)}${digits(batch, 8)}`;

/** The batch a mark's key is about. */
export const markedBatch = (key: string): number => Number(key.slice(key.lastIndexOf('#') + 1));
