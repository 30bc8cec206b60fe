import * as z from 'zod';

/** How a target is paced; beside the target in a configuration. */
export const rateLimitSchema = z.strictObject({
  requestsPerMinute: z.number().positive().max(1_000_000).optional().describe('Calls per minute'),
  tokensPerMinute: z
    .number()
    .positive()
    .max(1e12)
    .optional()
    .describe('Tokens per minute; calls are spaced by average usage'),
  burst: z.int().min(1).max(1_000).default(1).describe('Calls that may start at once'),
  key: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Targets with the same key share a limit. Default: the endpoint’s host and secret, or the ARN'),
  useHeaders: z.boolean().default(true).describe('Learn limits from response headers'),
  maxWaitSeconds: z
    .int()
    .min(0)
    .max(31 * 86_400)
    .default(86_400)
    .describe('How long a throttled row (429) keeps trying'),
});
export type RateLimit = z.output<typeof rateLimitSchema>;

/** How fast calls go, and why not faster. */
export const pacingSchema = z.object({
  /** Calls that were started lately. */
  callsPerMinute: z.number(),
  /** The tightest limit, and who says so. */
  limitPerMinute: z.number().optional(),
  source: z.enum(['headers', 'configuration']).optional(),
  /** The target turned calls away: none is made before this. */
  heldUntil: z.string().optional(),
});
export type Pacing = z.output<typeof pacingSchema>;

/** A limit as it is known of a rate key. Times are milliseconds since 1970. */
export const knownLimitSchema = z.object({
  unit: z.enum(['requests', 'tokens']),
  /** A window starts again all at once at its reset; a bucket fills up continuously. */
  kind: z.enum(['window', 'bucket']),
  limit: z.number(),
  windowMs: z.number(),
  /** The window's length was told, or seen from one reset to the next; else it is the longest reset that was seen. */
  isWindowSure: z.boolean(),
  /** What may still be granted before `resetAt`. */
  left: z.number().optional(),
  resetAt: z.number().optional(),
  /** How much earlier it may be: it was told in whole seconds. */
  roundedMs: z.number().optional(),
  /** The reset that an answer spoke of last. */
  seenResetAt: z.number().optional(),
  /** `left` is what an answer said, and not what a window that began since should have. */
  isLeftSeen: z.boolean(),
  seenAt: z.number(),
});
export type KnownLimit = z.output<typeof knownLimitSchema>;

/** What all callers know of a rate key: an item of the table `rate-limits`, key `rate_key`. */
export const rateStateSchema = z.object({
  /** Counts the writes; each is conditional on it. */
  version: z.int(),
  /** The time of the next free slot, by calls and by tokens. */
  nextAt: z.number(),
  tokensAt: z.number(),
  /** By name; the tightest rules. */
  limits: z.record(z.string(), knownLimitSchema),
  /** When an answer was seen that spoke of no limit: calls are free while nothing else is known. */
  freeAt: z.number().optional(),
  /** Calls let through before the first answer, and when the first of them was. */
  probes: z.int(),
  probingSince: z.number().optional(),
  /** The target turned a call away: nobody calls before this. */
  heldUntil: z.number(),
  /** When a call was turned away last that was sent after the one before. */
  refusedAt: z.number().optional(),
  /** When the rate was halved last. */
  slowedAt: z.number().optional(),
  /** Share of a known rate that is used since then; it grows back to 1. */
  pace: z.number(),
  /** Mean tokens of a row. */
  tokensPerRow: z.number().optional(),
  /** Mean square of the difference from it. */
  tokensVariance: z.number().optional(),
});
export type RateState = z.output<typeof rateStateSchema>;

export const NOTHING_KNOWN: RateState = {
  version: 0,
  nextAt: 0,
  tokensAt: 0,
  limits: {},
  probes: 0,
  heldUntil: 0,
  pace: 1,
};
