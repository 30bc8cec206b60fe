import * as z from 'zod';

/**
 * A batch of rows, as state carries it: where its rows lie, never the rows themselves. A batch lies within one shard, so
 * that its log does too.
 */
export const batchSchema = z.object({
  /** Number of the batch in its pass, in row order. */
  index: z.int().min(0),
  /** The file of rows, one JSON object a line … */
  key: z.string(),
  /** … of which these bytes are the batch's: the first, and the one after the last. */
  from: z.int().min(0),
  to: z.int().min(0),
  count: z.int().min(1),
  shard: z.int().min(0),
});
export type Batch = z.output<typeof batchSchema>;

/** Where a batch is taken up again: a few bytes, whatever its size. */
export const resumeSchema = z.object({
  /** All rows before this one are settled; it begins at this byte of the file. */
  row: z.int(),
  byte: z.int(),
  /** The log is read from this number on. */
  entry: z.int(),
  /** How often the batch was handed on so far. */
  waits: z.int().optional(),
  /** When the run was first found paused, and how often it was looked at since. */
  parkedSince: z.string().optional(),
  looks: z.int().optional(),
  /** When an agent's row that was parked found that others have all the places there are now, since then the same. */
  queuedSince: z.string().optional(),
  /** It was parked, and has one of these places. */
  hasPlace: z.boolean().optional(),
  agent: z
    .object({
      /** The call that is waited for. */
      call: z.int(),
      /** How often it was looked at because it could not be waited for, and how often its start was put off. */
      polls: z.int().default(0),
      putOff: z.int().default(0),
      /** When Step Functions was asked to start it, and when it first had no room for that. */
      askedAt: z.string().optional(),
      putOffSince: z.string().optional(),
    })
    .optional(),
  /** Milliseconds an agent's row has waited for its rate, and how often Step Functions had no room for its start. */
  rate: z.object({ waitedMs: z.number(), throttled: z.int() }).optional(),
});
export type Resume = z.output<typeof resumeSchema>;
