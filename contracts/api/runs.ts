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

export const runParamsSchema = z.object({ id: nameSchema('id').describe('The run: its evaluationId') });

const SOURCES = ['config', 'configId', 'target'] as const;

export const newRunSchema = z
  .strictObject({
    datasetId: nameSchema('datasetId'),
    config: evaluationConfigSchema.optional(),
    configId: nameSchema('configId').optional(),
    target: targetNameSchema.optional().describe('A registered target: integration/action'),
    executor: executorSchema.partial().optional().describe('With target: takes the place of what the target says'),
    export: exportSchema.optional().describe('With target'),
    evaluators: evaluatorsSchema.optional().describe('With target'),
    evaluationId: nameSchema('evaluationId').optional().describe('Default: made from the dataset and the time'),
    experimentId: z.string().max(256).optional(),
    name: runNameSchema.optional().describe('What lists show beside the id; it can be changed later'),
    tags: runTagsSchema.optional().describe('To find the run by; they can be changed later'),
    targetName: z.string().max(256).optional().describe('A label for the results'),
    limit: z.int().min(1).optional().describe('Only the first rows of the dataset'),
    individually: z.boolean().optional().describe('Rows go one by one, where the configuration has bulk jobs'),
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
  executionMode: z.enum(['endpoint', 'agent', 'tool']).optional().describe('Not known before the run is planned'),
  estimate: z.boolean().optional().describe('It only told what a whole run will cost'),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  skipped: z.number(),
  passRate: z.number().optional(),
  passed: z.number().optional().describe('Where answers are checked: those that are right'),
  wrong: z.number().optional().describe('Those that were answered and are not right'),
  costUsd: z.number(),
  priced: z.number().optional().describe('Rows whose cost is known: with none of them, costUsd says nothing'),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
});
export type Run = z.output<typeof runSchema>;

export const runDetailSchema = runSchema.extend({
  progress: progressSchema,
  attempt: z.number().describe('Passes over the run so far'),
  maxConcurrency: z.number(),
  config: z.unknown().describe('With all defaults filled in'),
  summary: summarySchema.optional().describe('When the run is over'),
  exported: z.boolean().describe('Whether there is an export to download'),
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
  target: z.string().max(256).optional().describe('The name of the target, as runs show it'),
  datasetId: nameSchema('datasetId').optional(),
  experimentId: z.string().max(256).optional(),
  name: z.string().min(1).max(100).optional().describe('Part of the name or the id, in upper or lower case'),
  tag: z.string().min(1).max(64).optional(),
  from: z.iso.datetime().optional().describe('Started then or later'),
  to: z.iso.datetime().optional().describe('Started before'),
  kind: z
    .enum(['run', 'job'])
    .optional()
    .describe('Over a dataset, or over the items of a batch. Default: both, and the rows that estimates have tried'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorSchema,
});

export const runListSchema = z.object({ runs: z.array(runSchema), cursor: z.string().optional() });

const budgetLimit = executorSchema.shape.budgetLimit.describe('USD the whole run may cost from now on');
export const cancelRunSchema = z.strictObject({
  now: z.boolean().default(false).describe('Stop agents in flight too'),
  reason: z.string().max(256).optional(),
});
const onUnknown = onUnknownSchema
  .optional()
  .describe('From now on: rows whose call may have been made and whose answer was lost');
export const resumeRunSchema = z.strictObject({ budgetLimit, onUnknown });
export const retryRunSchema = z.strictObject({
  errorClass: z.enum(ERROR_CLASSES).optional().describe('Only failed rows of this class'),
  budgetLimit,
  individually: z.boolean().optional().describe('One by one, where the configuration has bulk jobs'),
  onUnknown,
});
export const concurrencySchema = z.strictObject({ maxConcurrency: executorSchema.shape.maxConcurrency.unwrap() });

export const controlledRunSchema = z.object({
  evaluationId: z.string(),
  status: z.enum(RUN_STATUSES),
  reason: z.string().optional(),
  changed: z.boolean().describe('False when the run was already as asked for'),
  progress: progressSchema,
});

const { format, columns, flatten, filter, bom } = exportRequestSchema.shape;
export const exportRunSchema = z.strictObject({ format, columns, flatten, filter, bom });
/** Which export is waited for: one of this kind that is newer than what was there before. */
export const exportQuerySchema = z.strictObject({
  format,
  part: z.enum(EXPORT_PARTS).default(''),
  before: z.string().max(64).optional().describe('Default: whichever export was written last'),
  since: z.string().max(64).optional().describe('When it was asked for: one that has failed since is told'),
});
export const exportedRunSchema = z.object({
  status: z.enum(['done', 'running']).describe('Running: ask again with GET, by what `ask` says'),
  ask: exportQuerySchema.optional(),
  url: z.string().optional().describe('Where to download it, for a quarter of an hour'),
  rows: z.number().optional(),
});

export const deletedRunSchema = z.object({ evaluationId: z.string(), deleted: z.literal(true) });
