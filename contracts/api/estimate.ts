import * as z from 'zod';
import { nameSchema } from '../ids.ts';
import { newRunSchema } from './runs.ts';

export const estimateRequestSchema = z.union([
  z.strictObject({ evaluationId: nameSchema('evaluationId').describe('Of an estimate that was still running') }),
  z.strictObject({
    run: newRunSchema.describe('As for POST runs'),
    rows: z.int().min(1).max(100).default(5).describe('Rows to try: they are called, and cost what they cost'),
  }),
]);

const range = z.object({ expected: z.number(), low: z.number(), high: z.number() });

export const estimateSchema = z.object({
  evaluationId: z.string().describe('The run over the first rows'),
  status: z.enum(['running', 'done']).describe('Running: ask again with its evaluationId'),
  triedRows: z.number().optional(),
  failed: z.number().optional().describe('Of the rows that were tried'),
  rows: z.number().optional().describe('Of the whole run, within its limit'),
  calls: z.number().optional().describe('Calls of the target for all rows: each trial is one'),
  maxConcurrency: z.number().optional(),
  costUsd: range.optional().describe('Of all rows, with their judges; absent where no row said what it cost'),
  scoringCostUsd: range.optional().describe('The part of costUsd that judges and functions take'),
  unpricedJudges: z.array(z.string()).optional().describe('Judges whose cost is unknown and not part of costUsd'),
  pricesAsOf: z.string().optional().describe('The day of the built-in price table, YYYY-MM-DD'),
  durationMs: range.optional(),
  bulkJobs: z
    .object({ jobs: z.number(), costUsd: range.optional(), longestMs: z.number() })
    .optional()
    .describe('Where the run goes as bulk jobs: rows were tried, and costUsd is, one by one'),
});
export type Estimate = z.output<typeof estimateSchema>;
