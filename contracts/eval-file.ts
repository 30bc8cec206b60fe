import * as z from 'zod';
import { inheritModel, variantsOf } from '../domain/models/inherit-model.ts';
import { matrixSchema, modelSchema } from '../domain/models/model-schema.ts';
import { bulkConfigSchema } from './bulk-config.ts';
import { endpointSchema } from './endpoint.ts';
import {
  bulkProblem,
  evaluationConfigSchema,
  executorSchema,
  exportSchema,
  mappingSchema,
  priceSchema,
  timeoutProblem,
} from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { configIdSchema, datasetIdSchema } from './ids.ts';
import { rateLimitSchema } from './rate-limit.ts';
import { calledByArn } from './target-arns.ts';
import { targetNameSchema } from './target-slug.ts';
import { threadFieldsSchema } from './thread-fields.ts';

/** `eval.yaml`: what to run, on which rows, and what counts as good enough. */

const share = (about: string) => z.number().min(0).max(1).optional().describe(about);

const evalDatasetSchema = z
  .strictObject({
    file: z.string().min(1).optional().describe('CSV, JSON Lines or JSON, beside this file; imported when it is new'),
    id: datasetIdSchema.optional().describe('A dataset imported before; see `rollcall dataset list`'),
    name: z.string().min(1).max(256).optional().describe('The name the dataset gets. Default: the file’s name'),
    idColumn: z.string().min(1).optional().describe('The column that identifies a row. Default: position and content'),
    expectedColumn: z.string().min(1).optional().describe('Default: a column named expected or expected_output'),
    types: z
      .record(z.string(), z.enum(['text', 'json']))
      .optional()
      .describe('Column types; json cells are parsed'),
    onBadCell: z
      .enum(['fail', 'keep-text', 'null'])
      .optional()
      .describe('A cell of a json column that is no JSON. Default: fail'),
    fields: z
      .array(z.string().min(1))
      .optional()
      .describe('Input fields of the target, fed by the columns of the same name. The other columns become metadata'),
    mapping: z
      .record(z.string(), z.string())
      .optional()
      .describe('Field of the target’s input: column of the file, where their names differ'),
    threadFields: threadFieldsSchema
      .optional()
      .describe('Columns that hold conversations as JSON text; the mapping and the target get lists of turns'),
  })
  .superRefine((dataset, context) => {
    const problem = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message });
    if (!dataset.file && !dataset.id) problem('dataset needs file or id');
    if (dataset.file && dataset.id) problem('dataset has file and id; give one of them', ['id']);
    if (dataset.file) return;
    for (const field of ['name', 'idColumn', 'expectedColumn', 'types', 'onBadCell', 'fields', 'mapping'] as const) {
      if (dataset[field] !== undefined)
        problem(`${field} is for importing a file; an imported dataset has it`, [field]);
    }
  });

const TARGETS = ['model', 'endpoint', 'agent', 'tool', 'configId', 'registered'] as const;

const evalTargetSchema = z
  .strictObject({
    model: modelSchema.optional().describe('A model and its prompt'),
    endpoint: endpointSchema.optional().describe('An HTTP endpoint'),
    ...calledByArn,
    configId: configIdSchema.optional().describe('A stored configuration; see `rollcall config list`'),
    registered: targetNameSchema
      .optional()
      .describe(
        'A registered target, integration/action; see `rollcall target list`. `target: crm/update` says the same',
      ),
    name: z.string().max(256).optional().describe('The name results carry. Default: from the ARN or URL'),
    rateLimit: rateLimitSchema.optional().describe('How fast the target may be called'),
    bulkConfig: bulkConfigSchema
      .optional()
      .describe('With endpoint or model: many rows in one call, or as batches of the provider'),
  })
  .superRefine((target, context) => {
    const given = TARGETS.filter((name) => target[name] !== undefined);
    const problem = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message });
    if (given.length === 0) problem(`target needs one of ${TARGETS.join(', ')}`);
    const elsewhere = target.configId ? 'target.configId' : target.registered ? 'target.registered' : undefined;
    for (const field of ['rateLimit', 'bulkConfig'] as const) {
      if (!elsewhere || !target[field]) continue;
      problem(`${field} belongs into the configuration that ${elsewhere} gives`, [field]);
    }
    if (target.bulkConfig && (target.agent || target.tool)) {
      problem('bulkConfig is for endpoints; agents and tools are called one row at a time', ['bulkConfig']);
    }
    const bulk = bulkProblem(target);
    if (bulk) context.addIssue(bulk);
    if (given.length > 1) problem(`target has ${given.join(' and ')}; give one of them`, [given[1] ?? '']);
  });

const targetSchema = z.preprocess(
  (target) => (typeof target === 'string' ? { registered: target } : target),
  evalTargetSchema,
);

const mappingsSchema = z.strictObject({
  input: mappingSchema('JSONata over { sample_id, row_index, input, expected, metadata }').optional(),
  output: mappingSchema('JSONata over the target’s answer').optional(),
});

const variantSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,29}$/, 'name may hold 30 letters, digits, "-", "_" and "."')
    .describe('What it is called in the comparison'),
  target: targetSchema
    .optional()
    .describe('Default: that of the file. One of the same kind inherits every field it leaves out; lists replace'),
  mappings: mappingsSchema.optional().describe('Each of the two that is left out is that of the file'),
});

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (target: Fields): string | undefined => TARGETS.find((name) => target[name] !== undefined);

/** A target of the same kind inherits what it leaves out, one level deep; one of another kind replaces the file's. */
function inheritTarget(own: unknown, shared: unknown): unknown {
  const base = typeof shared === 'string' ? { registered: shared } : shared;
  if (own === undefined) return shared;
  if (!isFields(own) || !isFields(base)) return own;
  const kind = kindOf(base);
  const isSameKind = [undefined, kind].includes(kindOf(own)) && kind !== undefined;
  if (!isSameKind) return own;
  const [inner, given] = [base[kind], own[kind]];
  if (!isFields(inner) || !isFields(given)) return { ...base, ...own, [kind]: given ?? inner };
  return { ...base, ...own, [kind]: kind === 'model' ? inheritModel(inner, given) : { ...inner, ...given } };
}

/** What variants inherit is filled in before defaults are: a default in a variant must not win over the file. */
function inheritToVariants(given: unknown): unknown {
  const file = isFields(given) ? withMatrix(given) : given;
  if (!isFields(file) || !Array.isArray(file.variants)) return file;
  const variants = file.variants.map((variant: unknown) => {
    if (!isFields(variant)) return variant;
    const target = inheritTarget(variant.target, file.target);
    const kind = isFields(target) ? kindOf(target) : undefined;
    // A registered target and a stored configuration have mappings of their own.
    const hasOwn = typeof target === 'string' || kind === 'registered' || kind === 'configId';
    const mappings =
      !hasOwn && isFields(file.mappings) && (variant.mappings === undefined || isFields(variant.mappings))
        ? { ...file.mappings, ...variant.mappings }
        : variant.mappings;
    return { ...variant, ...(target !== undefined && { target }), ...(mappings !== undefined && { mappings }) };
  });
  return { ...file, variants };
}

/** Each variant of a matrix has a whole target, so the file needs none. What is wrong with the matrix, its schema tells. */
function withMatrix(file: Fields): Fields {
  const { matrix, target, ...rest } = file;
  const parsed = matrixSchema.safeParse(matrix);
  if (!parsed.success || file.variants !== undefined || !isFields(target) || !isFields(target.model)) return file;
  return { ...rest, matrix, variants: variantsOf(parsed.data, target) };
}

export const thresholdsSchema = z.strictObject({
  minPassRate: share('Share of graded rows that passed; see scoring.md'),
  minScore: z.record(z.string(), z.number().min(0).max(1)).optional().describe('By evaluator: the mean of its scores'),
  maxRegression: share(
    'With a baseline: how far the pass rate may be below its, on the rows that both have. The 95% interval decides',
  ),
  onInconclusive: z
    .enum(['warn', 'fail'])
    .optional()
    .describe('When the rows are too few to decide maxRegression: warn and exit 0, or exit 1. Default: warn'),
  maxErrorRate: share('Share of called rows that failed'),
  maxP95Ms: z.number().positive().optional().describe('95th percentile of latency, in milliseconds'),
  maxCostUsd: z.number().nonnegative().optional().describe('Cost of the whole run'),
});
export type Thresholds = z.output<typeof thresholdsSchema>;

const wholeFileSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/, 'name may hold 41 letters, digits, "-" and "_"')
      .optional()
      .describe('Runs are named after it. Default: the name of this file'),
    dataset: evalDatasetSchema,
    target: targetSchema.optional().describe('What every row is run through'),
    mappings: mappingsSchema.optional(),
    variants: z
      .array(variantSchema)
      .min(2)
      .max(10)
      .optional()
      .describe('Run side by side as one experiment; they share executor.maxConcurrency and executor.budgetLimit'),
    matrix: matrixSchema
      .optional()
      .describe('With target.model, in place of variants: one variant for each prompt with each model'),
    baseline: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('What the others are compared with: a variant, a run or an experiment. Default: the first variant'),
    executor: executorSchema.optional(),
    evaluators: evaluatorsSchema.optional().describe('Say what a good answer is. Default: the expected one'),
    export: exportSchema.optional(),
    prices: z.array(priceSchema).optional().describe('Overrides the built-in price table'),
    trace: z.boolean().optional().describe('Keep details: agent history is read for tokens, text may be logged'),
    config: evaluationConfigSchema
      .optional()
      .describe('The configuration as an execution’s input has it, in place of target, mappings, executor and export'),
    experimentId: z.string().max(256).optional().describe('Runs with the same one belong together'),
    limit: z.int().min(1).optional().describe('Only the first rows of the dataset'),
    thresholds: thresholdsSchema.optional().describe('Decide the exit code: 0 met, 1 not met or not measured'),
  })
  .superRefine((file, context) => {
    const problem = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message });
    const isEvery = file.variants?.every((variant) => variant.target) ?? false;
    const isExpanded = file.variants && !file.target;
    if (file.matrix && !isExpanded) {
      const message = file.target?.model
        ? 'variants and matrix are both given; give one of them'
        : 'matrix needs target.model, whose prompt and model it varies';
      problem(message, ['matrix']);
    }
    if (!file.target && !file.config && !isEvery) problem('target is missing: what is every row to be run through?');
    for (const [index, { name }] of (file.variants ?? []).entries()) {
      const twice = file.variants?.findIndex((other) => other.name === name) !== index;
      if (twice)
        context.addIssue({
          code: 'custom',
          path: ['variants', index, 'name'],
          message: `Two variants are called ${name}`,
        });
    }
    for (const [index, { target, mappings }] of (file.variants ?? []).entries()) {
      if (!mappings || !(target?.registered || target?.configId)) continue;
      const owner = target.registered ? 'the registered target' : 'the configuration that target.configId gives';
      context.addIssue({
        code: 'custom',
        path: ['variants', index, 'mappings'],
        message: `mappings belongs into ${owner}`,
      });
    }
    if (file.variants && file.config)
      problem('variants and config are both given; give the target in variants', ['config']);
    if (file.thresholds?.maxRegression !== undefined && !file.baseline && !file.variants) {
      problem('thresholds.maxRegression needs a baseline: the run or experiment it is compared with', ['baseline']);
    }
    const tooLong = timeoutProblem(file.target?.agent !== undefined, file.executor);
    if (tooLong) context.addIssue(tooLong);
    if (file.target?.registered) {
      for (const field of ['mappings', 'prices', 'trace'] as const) {
        if (file[field] !== undefined) problem(`${field} belongs into the registered target`, [field]);
      }
      if (file.dataset.threadFields) {
        problem('threadFields belongs into the registered target', ['dataset', 'threadFields']);
      }
    }
    if (file.target?.configId || file.config) {
      const source = file.config ? 'config' : 'target.configId';
      for (const field of ['mappings', 'executor', 'evaluators', 'export', 'prices', 'trace'] as const) {
        if (file[field] !== undefined) problem(`${field} belongs into the configuration that ${source} gives`, [field]);
      }
      if (file.dataset.threadFields) {
        problem(`threadFields belongs into the configuration that ${source} gives`, ['dataset', 'threadFields']);
      }
      if (file.config && file.target) problem('target and config are both given; give one', ['target']);
    }
  });

export const evalFileSchema = z.preprocess(inheritToVariants, wholeFileSchema);
export type EvalFile = z.output<typeof evalFileSchema>;
