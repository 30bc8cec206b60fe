import * as z from 'zod';
import { estimateSchema } from '../contracts/api/estimate.ts';
import { comparisonSchema } from '../contracts/api/experiments.ts';
import { exportAnswerSchema } from '../contracts/export.ts';
import { resultRowSchema } from '../contracts/result-row.ts';
import { progressSchema, runControlAnswerSchema } from '../contracts/run-control.ts';
import { scoreSchema } from '../contracts/score.ts';
import { summarySchema } from '../contracts/summary.ts';
import { shownRecord } from '../core/shown-record.ts';
import { RUN_STATUSES, runRecordSchema } from '../domain/run-records/run-record.ts';

/** What commands print with `--json`: a page of the docs is made from it, and tests hold the commands to it. */

const evaluationId = z.string().describe('The run');
const status = z.enum(RUN_STATUSES);
const reason = z.string().optional().describe('Why it is so, where there is a reason');
const progress = progressSchema;
const exitCode = z.int().describe('What the command ends with');
const thresholds = z
  .array(
    z.object({
      name: z.string(),
      limit: z.number(),
      actual: z.number().optional(),
      outcome: z.enum(['passed', 'failed', 'inconclusive', 'error']).describe('error: it could not be measured'),
      met: z.boolean().describe('It passed'),
      blocks: z.boolean().describe('The exit code is 1 because of it'),
      reason: z.string().optional(),
      interval: z
        .object({ low: z.number(), high: z.number() })
        .optional()
        .describe('Of maxRegression: the 95% interval of actual'),
      rowsNeeded: z.number().optional().describe('About how many rows would decide an inconclusive one'),
    }),
  )
  .describe('What was asked for and what was measured');
const json = z.unknown();
/** Columns that hold JSON are opened. */
const row = resultRowSchema
  .extend({ input: json, metadata: json, full_response: json, scores: json, request: json })
  .describe('The columns of the results table, with the JSON in them opened');
const file = exportAnswerSchema.extend({ path: z.string().optional().describe('With -o: the file') });
const variant = { experimentId: z.string().optional(), variant: z.string().optional() };

const { headline: _headline, ...others } = comparisonSchema.shape;
/** Told once, at `compare`. */
const comparedAsCompare = Object.fromEntries(
  Object.keys(others).map((name) => [name, json.describe('As compare prints it')]),
);

const runEvents = [
  z.strictObject({
    event: z.literal('first').describe('With --first: the rows that were run on their own'),
    evaluationId,
    summary: summarySchema,
    rows: z.array(row),
  }),
  z.strictObject({
    event: z.literal('plan').describe('Of a file with variants: what each ends up with, before anything is called'),
    experimentId: z.string(),
    variants: z.array(
      z.object({
        name: z.string(),
        target: json.describe('With what it inherits; values of headers are hidden'),
        mappings: z.object({ input: z.string().optional(), output: z.string().optional() }),
        maxConcurrency: z.number(),
        budgetLimit: z.number().optional(),
      }),
    ),
  }),
  z.strictObject({
    event: z.literal('started'),
    evaluationId,
    executionArn: z.string(),
    datasetId: z.string(),
    rows: z.int(),
    ...variant,
  }),
  z.strictObject({ event: z.literal('progress'), evaluationId, status, reason, progress }),
  z.strictObject({
    event: z.literal('finished'),
    evaluationId,
    status,
    reason,
    summary: summarySchema.optional(),
    passRate: z.number().optional(),
    passed: z.int().optional(),
    compared: z.int().optional(),
    thresholds: thresholds.optional(),
    exitCode: exitCode.optional(),
    exportUri: z.string().optional(),
    export: file.optional(),
    comparison: json.optional().describe('With a baseline: as compare prints it'),
    ...variant,
  }),
  z.strictObject({
    event: z.literal('compared').describe('Of a file with variants, when all have ended'),
    experimentId: z.string(),
    headline: comparisonSchema.shape.headline,
    thresholds: thresholds.describe('As in finished, each with its variant').optional(),
    exitCode,
    ...comparedAsCompare,
  }),
  z.strictObject({
    event: z.literal('left').describe('Ctrl-C'),
    evaluationId,
    running: z.boolean().describe('Whether it goes on'),
  }),
] as const;

const record = shownRecord(runRecordSchema.shape) as Record<string, z.ZodType>;

const run = z.strictObject({
  evaluationId,
  status,
  reason,
  datasetId: z.string(),
  experimentId: z.string().nullable(),
  targetName: z.string(),
  executionMode: z.string(),
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  passRate: z.number().nullable(),
  costUsd: z.number(),
  priced: z.int().describe('Rows of which it is known what they cost; without any, nobody knows the cost'),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});

/** By command; a list of shapes is one event a line. */
export const COMMAND_OUTPUT: Readonly<Record<string, z.ZodType | readonly z.ZodType[]>> = {
  'run, watch': runEvents,
  status: z.strictObject({
    ...record,
    running: z.int(),
    remaining: z.int(),
    percent: z.number(),
    progress,
    config: json.describe('With all defaults filled in'),
    summary: summarySchema.optional().describe('Once it has ended'),
  }),
  runs: z.strictObject({
    runs: z.array(run),
    total: z.int().nullable().describe('Number of runs that match; null if there are more than shown'),
  }),
  'pause, resume, cancel, retry, set-concurrency': runControlAnswerSchema
    .extend({
      summary: summarySchema.optional().describe('Where the run was waited for: retry, and resume with --wait'),
      thresholds: thresholds.optional(),
      exitCode: exitCode.optional(),
    })
    .strict(),
  results: z.strictObject({
    evaluationId,
    total: z.int().optional().describe('Rows that fit'),
    page: z.int().optional(),
    pages: z.int().optional(),
    rows: z.array(row).optional(),
    row: row.optional().describe('With --row or --sample'),
    sent: z
      .object({ to: z.string(), headers: z.record(z.string(), z.string()).optional(), body: z.string().nullable() })
      .optional()
      .describe('With --row or --sample: the request, without credentials'),
  }),
  compare: comparisonSchema,
  mark: z.strictObject({
    evaluationId,
    rowIndex: z.int().describe('The first is 0'),
    human: scoreSchema.describe('The score it has now'),
  }),
  export: [
    file.strict(),
    z
      .strictObject({ experimentId: z.string(), path: z.string(), bytes: z.int() })
      .describe('Of an experiment, with -o'),
  ],
  estimate: z.strictObject({
    evaluationId: z.string().describe('The run over the first rows'),
    triedRows: z.int(),
    failed: z.int(),
    rows: z.int().describe('Of the whole run'),
    concurrency: z.int(),
    variant: z
      .string()
      .optional()
      .describe('With variants: one object for each, and one for all with variants, costUsd and durationMs'),
    ...estimateSchema.pick({
      calls: true,
      costUsd: true,
      scoringCostUsd: true,
      unpricedJudges: true,
      pricesAsOf: true,
      durationMs: true,
      bulkJobs: true,
    }).shape,
  }),
  'any command that fails': z.strictObject({
    error: z.object({ message: z.string(), hint: z.string().optional().describe('What to do next') }),
  }),
};
