import * as z from 'zod';
import { nameSchema } from '../ids.ts';
import { newRunSchema } from './runs.ts';

export const estimateRequestSchema = z.union([
  z.strictObject({ evaluationId: nameSchema('evaluationId').describe('The estimate that was still running') }),
  z.strictObject({
    run: newRunSchema.describe('The run, as in POST runs'),
    rows: z.int().min(1).max(100).default(5).describe('Number of rows to call. These calls cost money'),
  }),
]);

const range = z.object({ expected: z.number(), low: z.number(), high: z.number() });

export const estimateSchema = z.object({
  evaluationId: z.string().describe('The run of the first rows'),
  status: z.enum(['running', 'done']).describe('While running, repeat the request with its evaluationId'),
  triedRows: z.number().optional(),
  failed: z.number().optional().describe('Errors among the rows tried'),
  rows: z.number().optional().describe('Rows of the whole run'),
  calls: z.number().optional().describe('Calls for all rows and trials'),
  maxConcurrency: z.number().optional(),
  costUsd: range.optional().describe('Cost of all rows and judges. Missing if no row has a known cost'),
  scoringCostUsd: range.optional().describe('The part of costUsd for judges and functions'),
  unpricedJudges: z.array(z.string()).optional().describe('Judges whose cost is unknown and not included in costUsd'),
  pricesAsOf: z.string().optional().describe('Date of the built-in price table, YYYY-MM-DD'),
  durationMs: range.optional(),
  bulkJobs: z
    .object({ jobs: z.number(), costUsd: range.optional(), longestMs: z.number() })
    .optional()
    .describe('For runs with provider batches. costUsd above applies to single calls'),
});
export type Estimate = z.output<typeof estimateSchema>;
