import * as z from 'zod';
import { RUN_STATUSES } from '../domain/run-records/run-record.ts';
import { ERROR_CLASSES } from './errors.ts';
import { executorSchema, onUnknownSchema } from './evaluation-config.ts';
import { evaluationIdSchema } from './ids.ts';
import { openJobSchema } from './job-record.ts';
import { pacingSchema } from './rate-limit.ts';

const run = { evaluationId: evaluationIdSchema };
/** A run whose budget is spent goes on only with a higher one. */
const budgetLimit = executorSchema.shape.budgetLimit.describe('USD the whole run may cost from now on');

const onUnknown = onUnknownSchema
  .optional()
  .describe('From now on: rows whose call may have been made and whose answer was lost');

/** What `functions/run-control` is invoked with: by the CLI, `aws lambda invoke`, or the console's Test tab. */
export const runControlRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), ...run }),
  z.strictObject({ action: z.literal('pause'), ...run }),
  z.strictObject({ action: z.literal('resume'), ...run, budgetLimit, onUnknown }),
  z.strictObject({
    action: z.literal('cancel'),
    ...run,
    now: z.boolean().default(false).describe('Stop agents in flight too'),
    reason: z.string().max(256).optional(),
  }),
  z.strictObject({
    action: z.literal('retry'),
    ...run,
    errorClass: z.enum(ERROR_CLASSES).optional().describe('Only failed rows of this class'),
    budgetLimit,
    individually: z.boolean().optional().describe('One by one, where the configuration has bulk jobs'),
    onUnknown,
  }),
  z.strictObject({
    action: z.literal('set-concurrency'),
    ...run,
    maxConcurrency: executorSchema.shape.maxConcurrency.unwrap(),
  }),
]);
export type RunControlRequest = z.output<typeof runControlRequestSchema>;

/** How far a run is. The counts sum to `total`. */
export const progressSchema = z.object({
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  skipped: z.number(),
  running: z.number(),
  remaining: z.number(),
  /** Of the rows this pass set out to call. */
  percent: z.number(),
  rowsPerSecond: z.number(),
  etaSeconds: z.number().optional(),
  averageLatencyMs: z.number().optional(),
  /** Failed rows whose call may have been made: their answers were lost. */
  unknown: z.number().optional(),
  /** Such rows that this pass set out to call again. */
  calledAgain: z.number().optional(),
  costUsd: z.number(),
  /** Rows whose cost is known: with none of them, `costUsd` says nothing. */
  priced: z.number().optional(),
  /** While no row has succeeded: why calls find no connection to the target. They are retried as usual. */
  unreachable: z.string().optional(),
  /** While calls are paced: how fast they go, and why not faster. */
  pacing: pacingSchema.optional(),
  /** Bulk jobs that rows wait for. */
  jobs: z.array(openJobSchema).optional(),
  tokens: z.object({ prompt: z.number(), completion: z.number(), total: z.number() }),
});
export type Progress = z.output<typeof progressSchema>;

export const runControlAnswerSchema = z.object({
  evaluationId: z.string(),
  status: z.enum(RUN_STATUSES),
  reason: z.string().optional(),
  /** False when the run was already as asked for. */
  changed: z.boolean(),
  progress: progressSchema,
  /** Set when the action started an execution. */
  executionArn: z.string().optional(),
});
export type RunControlAnswer = z.output<typeof runControlAnswerSchema>;
