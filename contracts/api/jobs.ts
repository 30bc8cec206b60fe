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
    .describe('One input each, as the target’s inputSchema says'),
  config: z
    .strictObject({
      concurrency: z.int().min(1).optional().describe('Items called at the same time, at most 20'),
      delayMs: z.int().min(0).optional().describe('Pause between starts of items, at most 5000'),
      timeoutSeconds: z.number().min(1).optional().describe('Of one call, at most what the target says'),
      onUnknown: onUnknownSchema
        .optional()
        .describe('Items whose call may have been made and whose answer was lost. Default: what the target says'),
      skipInvalidItems: z.boolean().default(false).describe('Leave out invalid items instead of refusing the batch'),
    })
    .prefault({}),
});
export type BatchRequest = z.output<typeof batchRequestSchema>;

/** An item of the request that is not as the target's inputSchema says. */
export const invalidItemSchema = z.object({
  index: z.number().describe('Its place in the request, from 0'),
  errors: z.array(z.string()).describe('Where, and what is allowed. Left out beyond 100 items'),
});
export type InvalidItem = z.output<typeof invalidItemSchema>;

export const submittedJobSchema = z.object({
  jobId: z.string(),
  status: z.enum(RUN_STATUSES),
  itemCount: z.number().describe('Valid items'),
  hasBulkRoute: z.boolean().describe('Items go through the target’s bulk endpoint'),
  skipped: z.array(invalidItemSchema).optional().describe('Invalid items that were left out'),
});
export type SubmittedJob = z.output<typeof submittedJobSchema>;

export const jobSchema = z.object({
  jobId: z.string(),
  /** `integration/action` */
  target: z.string(),
  status: z.enum(RUN_STATUSES).describe('pending: in line, or about to begin. All items failed is completed'),
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
    attempt: z.number().describe('1, and one more with each retry'),
    concurrency: z.number(),
    ratePerMinute: z.number(),
    etaSeconds: z.number().optional(),
    averageLatencyMs: z.number().optional(),
    costUsd: z.number(),
    priced: z.number().optional().describe('Items whose cost is known: with none of them, costUsd says nothing'),
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
  onUnknown: onUnknownSchema.optional().describe('From now on. Default: what the job was submitted with'),
});

export const JOB_ITEM_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const;

export const jobItemSchema = z.object({
  index: z.number().describe('The item’s place in the request'),
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
  cursor: z.string().optional().describe('Where the next page begins; absent on the last'),
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
