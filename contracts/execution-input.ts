import * as z from 'zod';
import { evaluationConfigSchema, executorSchema } from './evaluation-config.ts';
import { configIdSchema, datasetIdSchema, evaluationIdSchema } from './ids.ts';

/** What an execution of the evaluation state machine is started with. */
export const executionInputSchema = z
  .strictObject({
    datasetId: datasetIdSchema.optional(),
    config: evaluationConfigSchema.optional(),
    configId: configIdSchema.optional(),
    evaluationId: evaluationIdSchema.optional().describe('Default: the execution’s name'),
    experimentId: z.string().max(256).optional(),
    targetName: z.string().max(256).optional(),
    retry: z.enum(['failed', 'missing']).optional().describe('Run again: rows that failed, or rows without a result'),
    retryClass: z
      .enum(['transient', 'permanent', 'validation'])
      .optional()
      .describe('With retry failed: only this class'),
    budgetLimit: executorSchema.shape.budgetLimit.describe('With retry: USD the whole run may cost from now on'),
    limit: z.int().min(1).optional().describe('Only the first rows of the dataset'),
  })
  .superRefine((input, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (input.retry) {
      // A retry takes dataset and configuration from the run it continues.
      if (!input.evaluationId)
        problem('evaluationId', 'evaluationId is needed with retry: which run is to be continued?');
      return;
    }
    if (!input.datasetId) problem('datasetId', 'datasetId is missing');
    if (!input.config && !input.configId) problem('config', 'config or configId is missing');
    if (input.config && input.configId) problem('configId', 'config and configId are both given; give one');
    if (input.retryClass) problem('retryClass', 'retryClass is only for retry: "failed"');
    if (input.budgetLimit)
      problem('budgetLimit', 'budgetLimit is only for retry; a new run has config.executor.budgetLimit');
  });

export type ExecutionInput = z.output<typeof executionInputSchema>;
