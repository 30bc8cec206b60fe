import * as z from 'zod';
import { RUN_STATUSES } from '../../domain/run-records/run-record.ts';
import { onUnknownSchema } from '../evaluation-config.ts';
import { targetSlugSchema } from '../target-slug.ts';
import { cursorSchema, wholeAnswerSchema } from './answer.ts';

/** `POST batch`: items for one action, processed in the background. Overrides are capped at the target's limits. */
export const batchRequestSchema = z.strictObject({
  integrationSlug: targetSlugSchema('integrationSlug'),
  actionSlug: targetSlugSchema('actionSlug'),
  items: z
    .array(z.strictObject({ input: z.unknown() }))
    .min(1, 'items is empty; a batch has one item or more')
    .describe('Inputs that match the inputSchema of the target'),
  config: z
    .strictObject({
      concurrency: z.int().min(1).optional().describe('Concurrency, at most 20'),
      delayMs: z.int().min(0).optional().describe('Minimum time between the starts of two items, at most 5000'),
      timeoutSeconds: z.number().min(1).optional().describe('Timeout of one call, at most that of the target'),
      onUnknown: onUnknownSchema
        .optional()
        .describe('What to do with items whose call may have been made. Default: the setting of the target'),
      skipInvalidItems: z.boolean().default(false).describe('Skip invalid items instead of rejecting the batch'),
    })
    .prefault({}),
});
export type BatchRequest = z.output<typeof batchRequestSchema>;

/** An item of the request that is not as the target's inputSchema says. */
export const invalidItemSchema = z.object({
  index: z.number().describe('The index in the request, starting at 0'),
  errors: z.array(z.string()).describe('Where the errors are, and what is allowed. Only for the first 100 items'),
});
export type InvalidItem = z.output<typeof invalidItemSchema>;

export const submittedJobSchema = z.object({
  jobId: z.string(),
  status: z.enum(RUN_STATUSES),
  itemCount: z.number().describe('Number of valid items'),
  hasBulkRoute: z.boolean().describe('Whether items use bulk calls'),
  skipped: z.array(invalidItemSchema).optional().describe('Invalid items that were skipped'),
});
export type SubmittedJob = z.output<typeof submittedJobSchema>;

export const jobSchema = z.object({
  jobId: z.string(),
  /** `integration/action` */
  target: z.string(),
  status: z.enum(RUN_STATUSES).describe('A pending job waits in line. A job whose items all failed is completed'),
  reason: z.string().optional(),
  progress: z.number().min(0).max(100),
  itemCount: z.number(),
  itemCounts: z.object({
    succeeded: z.number(),
    failed: z.number(),
    skipped: z.number(),
    running: z.number(),
    pending: z.number(),
  }),
  progressDetails: z.object({
    mode: z.enum(['individual', 'bulk']),
    attempt: z.number().describe('1, plus 1 for each retry'),
    concurrency: z.number(),
    ratePerMinute: z.number(),
    etaSeconds: z.number().optional(),
    averageLatencyMs: z.number().optional(),
    costUsd: z.number(),
    priced: z.number().optional().describe('Items with a known cost. If 0, costUsd is unknown'),
  }),
  output: z
    .object({
      succeeded: z.number(),
      failed: z.number(),
      skipped: z.number(),
      bulkCallsMade: z.number(),
      individualCallsMade: z.number(),
    })
    .optional()
    .describe('Once the job has ended'),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
});
export type Job = z.output<typeof jobSchema>;

/** `POST jobs/{id}/retry` and `resume`. */
export const jobPassSchema = z.strictObject({
  onUnknown: onUnknownSchema.optional().describe('Default: the setting of the batch job'),
});

export const JOB_ITEM_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const;

export const jobItemSchema = z.object({
  index: z.number().describe('The index in the request'),
  status: z.enum(JOB_ITEM_STATUSES),
  output: z.unknown().optional(),
  error: z.object({ name: z.string(), message: z.string(), class: z.string().optional() }).optional(),
  attempts: z.number(),
  latencyMs: z.number().optional(),
  costUsd: z.number().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});
export type JobItem = z.output<typeof jobItemSchema>;

export const itemsQuerySchema = z.object({
  status: z.enum(JOB_ITEM_STATUSES).optional(),
  cursor: cursorSchema,
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ItemsQuery = z.output<typeof itemsQuerySchema>;

export const itemsPageSchema = z.object({
  items: z.array(jobItemSchema),
  cursor: z.string().optional().describe('Cursor of the next page; missing on the last page'),
  whole: wholeAnswerSchema.optional(),
});
export type ItemsPage = z.output<typeof itemsPageSchema>;

/** What came of a single call; `item` is absent while it goes on. */
export const calledTargetSchema = z.object({
  jobId: z.string(),
  status: z.enum(RUN_STATUSES),
  item: jobItemSchema.optional(),
});
export type CalledTarget = z.output<typeof calledTargetSchema>;
