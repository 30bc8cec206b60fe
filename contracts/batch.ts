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

/**
 * Which call of which row is about to be made: the row's place in the batch, and 1 for its first call. Of an agent also
 * the name of its execution, which an earlier pass may have started.
 */
export const claimSchema = z.union([z.tuple([z.int(), z.int()]), z.tuple([z.int(), z.int(), z.string()])]);

/** A row whose call failed and that is called again, not before `notBefore`. */
export const retrySchema = z.object({
  row: z.int(),
  /** Calls made so far. */
  calls: z.int(),
  notBefore: z.string(),
  startedAt: z.string(),
  /** What these calls have cost, as far as known. */
  spentUsd: z.number().optional(),
  /** Calls of these that the target turned away (429), and when the first was: they are no attempts. */
  turnedAway: z.int().optional(),
  turnedAwayAt: z.string().optional(),
  /** Milliseconds the row has waited for the target's rate limit. */
  waitedMs: z.number().optional(),
  /** The bulk endpoint rejected it with its chunk: it is called by itself. */
  isAlone: z.boolean().optional(),
  /** Numbers that such a call gave and cannot be: what the row has cost is not known. */
  setAside: z.string().optional(),
});
export type Retry = z.output<typeof retrySchema>;

/** Calls that were made, and how many of them the target turned away for its rate. */
export const madeCallsSchema = z.object({
  bulk: z.int(),
  individual: z.int(),
  throttled: z.int(),
  /**
   * What calls have cost whose rows are called again, in US dollars. A row that is settled takes back what its calls before
   * the last have cost: they are part of its own cost by then.
   */
  retriedUsd: z.number(),
});
export type MadeCalls = z.output<typeof madeCallsSchema>;

/**
 * The first line of each object of a batch's log. The settled rows follow, one a line, in the order of `settled`; they are
 * what the staging table reads.
 */
export const logEntrySchema = z.object({
  /** The invocation that wrote it, and when. */
  writer: z.string(),
  at: z.string(),
  claims: z.array(claimSchema),
  retries: z.array(retrySchema),
  settled: z.array(z.int()),
  /** The calls that its claims and failures stand for: of a bulk call many rows are claimed. */
  made: madeCallsSchema.partial().optional(),
  /** A later pass goes on with the run: no row is claimed after this entry. */
  closed: z.boolean().optional(),
});
export type LogEntry = z.output<typeof logEntrySchema>;

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
