import * as z from 'zod';
import { runNameSchema, runTagsSchema } from '../domain/run-records/run-labels.ts';
import { ERROR_CLASSES } from './errors.ts';
import {
  type EvaluationConfig,
  evaluationConfigSchema,
  executorSchema,
  exportSchema,
  onUnknownSchema,
} from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { configIdSchema, datasetIdSchema, evaluationIdSchema } from './ids.ts';
import { targetNameSchema } from './target-slug.ts';
import { DEFAULT_TENANT } from './tenant.ts';
import { tenantSchema } from './tenant-schema.ts';

/** What an execution is started with. */
const inputSchema = z.strictObject({
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
  individually: z.boolean().optional().describe('Rows go one by one, where the configuration has bulk jobs'),
  limit: z.int().min(1).optional().describe('Only the first rows of the dataset'),
  estimate: z.boolean().optional().describe('Tries the first rows to tell what all will cost; no run of its own'),
  estimateLimit: z.int().min(1).optional().describe('With estimate: the limit of the run that is estimated'),
});
type Given = z.output<typeof inputSchema>;
/** Defaults of the executor are filled in; which of its fields were given, the input itself says. */
type Overrides = Pick<Given, 'executor' | 'export' | 'evaluators'>;

/** Where the configuration of a run comes from. */
export type ConfigSource =
  | { readonly from: 'config'; readonly config: EvaluationConfig }
  | ({ readonly from: 'configId'; readonly configId: string } & Pick<Overrides, 'executor'>)
  | ({ readonly from: 'target'; readonly target: string; readonly tenant: string } & Overrides);

/** Takes the place of what the run's record says. */
interface Changes extends Pick<Given, 'budgetLimit' | 'onUnknown' | 'individually' | 'limit'> {
  readonly source?: ConfigSource;
}

/** What is asked of a new run over a dataset. */
export interface FirstRound
  extends Pick<
    Given,
    'evaluationId' | 'experimentId' | 'name' | 'tags' | 'targetName' | 'limit' | 'estimateLimit' | 'individually'
  > {
  readonly kind: 'evaluation' | 'estimate';
  readonly round: 'first';
  readonly datasetId: string;
  readonly source: ConfigSource;
}

/** What an execution is to do. A round of a run that has a record takes dataset, items and configuration from there. */
export type RoundRequest =
  | FirstRound
  | { readonly kind: 'batch'; readonly round: 'first'; readonly evaluationId: string; readonly individually?: boolean }
  | ({ readonly round: 'retry'; readonly evaluationId: string } & Changes & Pick<Given, 'retryClass'>)
  | ({ readonly round: 'resume'; readonly evaluationId: string } & Changes)
  | ({ readonly round: 'score'; readonly evaluationId: string } & Changes & Pick<Given, 'evaluators'>);

export const executionInputSchema = inputSchema.transform((input, context): RoundRequest => {
  const problem = (path: string, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message });
    return z.NEVER;
  };
  const { evaluationId, individually, limit, retry, score, datasetId } = input;
  const source = sourceOf(input);
  if (input.job) {
    if (!evaluationId) return problem('evaluationId', 'evaluationId is needed with job: which batch was submitted?');
    return { kind: 'batch', round: 'first', evaluationId, individually };
  }
  if (retry && score) return problem('score', 'retry and score are both given; give one');
  const changes = { source, budgetLimit: input.budgetLimit, onUnknown: input.onUnknown, individually, limit };
  if (score) {
    if (!evaluationId) return problem('evaluationId', 'evaluationId is needed with score: which run is to be scored?');
    return { round: 'score', evaluationId, ...changes, evaluators: score.evaluators };
  }
  if (retry) {
    // A retry takes dataset and configuration from the run it continues.
    const missing = 'evaluationId is needed with retry: which run is to be continued?';
    if (!evaluationId) return problem('evaluationId', missing);
    if (retry === 'missing') return { round: 'resume', evaluationId, ...changes };
    return { round: 'retry', evaluationId, ...changes, retryClass: input.retryClass };
  }
  if (!datasetId) problem('datasetId', 'datasetId is missing');
  if (!source) problem('config', 'one of config, configId, target is missing');
  const given = (['config', 'configId', 'target'] as const).filter((name) => input[name] !== undefined);
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
  if (!datasetId || !source) return z.NEVER;
  const { experimentId, name, tags, targetName, estimateLimit } = input;
  const labels = { experimentId, name, tags, targetName };
  const kind = input.estimate ? 'estimate' : 'evaluation';
  return { kind, round: 'first', evaluationId, datasetId, source, ...labels, limit, estimateLimit, individually };
});

function sourceOf({ config, configId, target, tenant = DEFAULT_TENANT, ...given }: Given): ConfigSource | undefined {
  const { executor, evaluators } = given;
  if (config) return { from: 'config', config };
  if (configId) return { from: 'configId', configId, executor };
  return target ? { from: 'target', target, tenant, executor, export: given.export, evaluators } : undefined;
}

/** As it is written down. */
export type ExecutionInput = z.input<typeof executionInputSchema>;
