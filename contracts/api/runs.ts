import * as z from 'zod';
import { runNameSchema, runTagsSchema } from '../../domain/run-records/run-labels.ts';
import { RUN_KINDS, RUN_STATUSES } from '../../domain/run-records/run-record.ts';
import { ERROR_CLASSES } from '../errors.ts';
import { evaluationConfigSchema, executorSchema, exportSchema, onUnknownSchema } from '../evaluation-config.ts';
import { evaluatorsSchema } from '../evaluators.ts';
import { EXPORT_PARTS, exportRequestSchema } from '../export.ts';
import { nameSchema } from '../ids.ts';
import { progressSchema } from '../run-control.ts';
import { summarySchema } from '../summary.ts';
import { targetNameSchema } from '../target-slug.ts';
import { cursorSchema } from './answer.ts';

export const runParamsSchema = z.object({ id: nameSchema('id').describe('The evaluationId of the run') });

const SOURCES = ['config', 'configId', 'target'] as const;

export const newRunSchema = z
  .strictObject({
    datasetId: nameSchema('datasetId'),
    config: evaluationConfigSchema.optional(),
    configId: nameSchema('configId').optional(),
    target: targetNameSchema.optional().describe('A registered target: integration/action'),
    executor: executorSchema
      .partial()
      .optional()
      .describe('With target: overrides the executor settings of the target'),
    export: exportSchema.optional().describe('Only with target'),
    evaluators: evaluatorsSchema.optional().describe('Only with target'),
    evaluationId: nameSchema('evaluationId').optional().describe('Default: generated from dataset and time'),
    experimentId: z.string().max(256).optional(),
    name: runNameSchema.optional().describe('Name shown in lists; can be changed later'),
    tags: runTagsSchema.optional().describe('Tags to find the run by; can be changed later'),
    targetName: z.string().max(256).optional().describe('Label of the target in the results'),
    limit: z.int().min(1).optional().describe('Run only the first rows'),
    individually: z.boolean().optional().describe('Call rows one by one instead of in a provider batch'),
  })
  .superRefine((run, context) => {
    const given = SOURCES.filter((name) => run[name] !== undefined);
    if (given.length === 1) return;
    context.addIssue({ code: 'custom', path: ['config'], message: `give exactly one of ${SOURCES.join(', ')}` });
  });

export const startedRunSchema = z.object({ evaluationId: z.string(), status: z.literal('pending') });

/** A run as lists show it. */
export const runSchema = z.object({
  evaluationId: z.string(),
  kind: z.enum(RUN_KINDS),
  name: z.string().optional(),
  tags: z.array(z.string()),
  status: z.enum(RUN_STATUSES),
  reason: z.string().optional(),
  datasetId: z.string(),
  experimentId: z.string().optional(),
  targetName: z.string(),
  executionMode: z.enum(['endpoint', 'agent', 'tool']).optional().describe('Unknown until the run is planned'),
  estimate: z.boolean().optional().describe('Whether the run only estimates the cost of a whole run'),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  skipped: z.number(),
  passRate: z.number().optional(),
  passed: z.number().optional().describe('Answers that passed, if answers are graded'),
  wrong: z.number().optional().describe('Answers that failed'),
  p95Ms: z.number().optional().describe('95th percentile of the latencies, when the run is over'),
  costUsd: z.number(),
  priced: z.number().optional().describe('Rows with a known cost. If 0, costUsd is unknown'),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
});
export type Run = z.output<typeof runSchema>;

export const runDetailSchema = runSchema.extend({
  progress: progressSchema,
  attempt: z.number().describe('Rounds so far'),
  maxConcurrency: z.number(),
  config: z.unknown().describe('The configuration with all defaults'),
  summary: summarySchema.optional().describe('Once the run has ended'),
  exported: z.boolean().describe('Whether an export is available'),
  executionArn: z.string(),
});
export type RunDetail = z.output<typeof runDetailSchema>;

const labels = { name: runNameSchema.nullable().optional(), tags: runTagsSchema.optional() };
/** What a person may change of a run at any time; null takes the name away. */
export const labelRunSchema = z.strictObject(labels).refine((change) => Object.keys(change).length > 0, {
  message: 'give name, tags, or both',
});

export const runsQuerySchema = z.strictObject({
  status: z.enum(RUN_STATUSES).optional(),
  target: z.string().max(256).optional().describe('Name of the target as shown in runs'),
  datasetId: nameSchema('datasetId').optional(),
  experimentId: z.string().max(256).optional(),
  name: z.string().min(1).max(100).optional().describe('Part of the name or ID, ignoring case'),
  tag: z.string().min(1).max(64).optional(),
  from: z.iso.datetime().optional().describe('Started at or after this time'),
  to: z.iso.datetime().optional().describe('Started before this time'),
  kind: z
    .enum(['run', 'job'])
    .optional()
    .describe('Run of a dataset, or batch job. Default: both, including estimates'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorSchema,
});

export const runListSchema = z.object({ runs: z.array(runSchema), cursor: z.string().optional() });

const budgetLimit = executorSchema.shape.budgetLimit.describe(
  'New limit in USD for the total cost of the run, including what is already spent',
);
export const cancelRunSchema = z.strictObject({
  now: z.boolean().default(false).describe('Also stop running agents'),
  reason: z.string().max(256).optional(),
});
const onUnknown = onUnknownSchema.optional().describe('What to do with rows whose call may have been made');
export const resumeRunSchema = z.strictObject({ budgetLimit, onUnknown });
export const retryRunSchema = z.strictObject({
  errorClass: z.enum(ERROR_CLASSES).optional().describe('Retry only errors of this class'),
  budgetLimit,
  individually: z.boolean().optional().describe('Call rows one by one instead of in a provider batch'),
  onUnknown,
});
export const concurrencySchema = z.strictObject({ maxConcurrency: executorSchema.shape.maxConcurrency.unwrap() });

export const controlledRunSchema = z.object({
  evaluationId: z.string(),
  status: z.enum(RUN_STATUSES),
  reason: z.string().optional(),
  changed: z.boolean().describe('False if the run was already in the requested state'),
  progress: progressSchema,
});

const { format, columns, flatten, filter, bom } = exportRequestSchema.shape;
export const exportRunSchema = z.strictObject({ format, columns, flatten, filter, bom });
/** Which export is waited for: one of this kind that is newer than what was there before. */
export const exportQuerySchema = z.strictObject({
  format,
  part: z.enum(EXPORT_PARTS).default(''),
  before: z.string().max(64).optional().describe('Default: the latest export'),
  since: z.string().max(64).optional().describe('Time of the request; reports an export that failed since then'),
});
export const exportedRunSchema = z.object({
  status: z.enum(['done', 'running']).describe('While running, poll with GET and the fields of `ask`'),
  ask: exportQuerySchema.optional(),
  url: z.string().optional().describe('Download link, valid for 15 minutes'),
  rows: z.number().optional(),
});

export const deletedRunSchema = z.object({ evaluationId: z.string(), deleted: z.literal(true) });
