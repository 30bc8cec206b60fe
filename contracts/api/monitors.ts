import * as z from 'zod';
import { monitorNameSchema, monitorResultSchema, monitorSchema } from '../monitor.ts';
import { cursorSchema } from './answer.ts';

export const monitorParamsSchema = z.object({ name: monitorNameSchema });
export const monitorAnswerSchema = monitorSchema.extend({ version: z.number(), updatedAt: z.string() });
export const monitorListSchema = z.object({ monitors: z.array(monitorAnswerSchema) });

export const resultsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: cursorSchema,
});
export const resultListSchema = z.object({ results: z.array(monitorResultSchema), cursor: z.string().optional() });

export const monitorTestSchema = z.strictObject({
  last: z.int().min(1).max(200).default(20).describe('Number of newest traces or threads'),
});
export const monitorTestedSchema = z.object({
  evaluated: z.number(),
  passed: z.number(),
  failed: z.number(),
  errors: z.number(),
  skipped: z.number().describe('Excluded by the filter, or traces without a thread at thread level'),
  results: z.array(monitorResultSchema),
});

const moment = z.iso.datetime({ offset: true });
export const backfillSchema = z.strictObject({
  from: moment.describe('Traces that started at or after this time'),
  to: moment.optional().describe('Default: now'),
});
export const backfilledSchema = z.object({
  queued: z.number().describe('Number of evaluations queued'),
  skipped: z.number().describe('Traces without a thread at thread level'),
});
