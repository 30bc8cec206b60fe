import * as z from 'zod';
import { runNameSchema, runTagsSchema } from '../domain/run-records/run-labels.ts';
import { ERROR_CLASSES } from './errors.ts';
import { evaluationConfigSchema, executorSchema, exportSchema, onUnknownSchema } from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { configIdSchema, datasetIdSchema, evaluationIdSchema } from './ids.ts';
import { targetNameSchema } from './target-slug.ts';
import { tenantSchema } from './tenant-schema.ts';

/** Where the configuration of a run comes from. */
const SOURCES = ['config', 'configId', 'target'] as const;

/** What an execution of the evaluation state machine is started with. */
export const executionInputSchema = z
  .strictObject({
    datasetId: datasetIdSchema.optional(),
    config: evaluationConfigSchema.optional(),
    configId: configIdSchema.optional(),
    target: targetNameSchema.optional().describe('A registered target: integration/action'),
    tenant: tenantSchema.optional().describe('Whose target. Default: default'),
    executor: executorSchema
      .optional()
      .describe('With target or configId: takes the place of what it says, field by field'),
    export: exportSchema.optional().describe('With target'),
    evaluators: evaluatorsSchema.optional().describe('With target'),
    evaluationId: evaluationIdSchema.optional().describe('Default: the execution’s name'),
    experimentId: z.string().max(256).optional(),
    name: runNameSchema.optional().describe('What lists show; a retry keeps it'),
    tags: runTagsSchema.optional(),
    targetName: z.string().max(256).optional(),
    retry: z.enum(['failed', 'missing']).optional().describe('Run again: rows that failed, or rows without a result'),
    retryClass: z.enum(ERROR_CLASSES).optional().describe('With retry failed: only this class'),
    score: z
      .strictObject({ evaluators: evaluatorsSchema.optional().describe('Default: those of the run') })
      .optional()
      .describe('Score the answers of an earlier run again; no row is called'),
    budgetLimit: executorSchema.shape.budgetLimit.describe('With retry: USD the whole run may cost from now on'),
    onUnknown: onUnknownSchema
      .optional()
      .describe('With retry, from now on: rows whose call may have been made and whose answer was lost'),
    job: z.boolean().optional().describe('A submitted batch: items and configuration are those of its record'),
    load: evaluationIdSchema.optional().describe('Only load the settled rows of this batch job into the table'),
    individually: z.boolean().optional().describe('Rows go one by one, where the configuration has bulk jobs'),
    limit: z.int().min(1).optional().describe('Only the first rows of the dataset'),
    estimate: z.boolean().optional().describe('Tries the first rows to tell what all will cost; no run of its own'),
    estimateLimit: z.int().min(1).optional().describe('With estimate: the limit of the run that is estimated'),
  })
  .superRefine((input, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (input.load) return;
    if (input.job) {
      if (!input.evaluationId) problem('evaluationId', 'evaluationId is needed with job: which batch was submitted?');
      return;
    }
    if (input.retry && input.score) problem('score', 'retry and score are both given; give one');
    if (input.score && !input.evaluationId)
      problem('evaluationId', 'evaluationId is needed with score: which run is to be scored?');
    if (input.score) return;
    if (input.retry) {
      // A retry takes dataset and configuration from the run it continues.
      if (!input.evaluationId)
        problem('evaluationId', 'evaluationId is needed with retry: which run is to be continued?');
      return;
    }
    if (!input.datasetId) problem('datasetId', 'datasetId is missing');
    const given = SOURCES.filter((name) => input[name] !== undefined);
    if (given.length === 0) problem('config', `one of ${SOURCES.join(', ')} is missing`);
    if (given.length > 1) problem(given[1] ?? '', `${given.join(' and ')} are both given; give one`);
    for (const name of ['executor', 'export', 'evaluators'] as const) {
      const isStored = name === 'executor' && input.configId;
      if (input[name] && !input.target && !isStored)
        problem(name, `${name} is only for target; a configuration has its own`);
    }
    if (input.retryClass) problem('retryClass', 'retryClass is only for retry: "failed"');
    if (input.budgetLimit)
      problem('budgetLimit', 'budgetLimit is only for retry; a new run has config.executor.budgetLimit');
    if (input.onUnknown) problem('onUnknown', 'onUnknown is only for retry; a new run has config.executor.onUnknown');
  });

export type ExecutionInput = z.output<typeof executionInputSchema>;
