import * as z from 'zod';
import { withModel } from '../domain/models/compile-model.ts';
import { modelSchema } from '../domain/models/model-schema.ts';
import { bulkConfigSchema } from './bulk-config.ts';
import { type Endpoint, endpointSchema } from './endpoint.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { destinationPrefixSchema } from './ids.ts';
import { rateLimitSchema } from './rate-limit.ts';
import { FUNCTION_ARN, STATE_MACHINE_ARN } from './target-arns.ts';
import { threadFieldsSchema } from './thread-fields.ts';

/** The evaluation's configuration. Every default of the product is stated here and nowhere else. */

export const mappingSchema = (about: string) => z.string().min(1).max(16_384).describe(about);

export const retryPolicySchema = z.strictObject({
  maxAttempts: z.int().min(1).max(10).default(3).describe('Calls per row, including the first'),
  intervalSeconds: z.number().min(0).max(300).default(1).describe('Maximum wait before the second call'),
  backoffRate: z.number().min(1).max(10).default(2).describe('Factor for each further wait'),
  maxIntervalSeconds: z.number().min(0).max(3600).default(60).describe('Maximum wait'),
});

/** A caller of endpoints or tools is ended after 900 s; this much of it may be spent on one call. */
const LONGEST_CALL_SECONDS = 840;
const LONGEST_AGENT_SECONDS = 86_400;

/** The issue of a timeout that a function could not wait for, if it is one. Agents are awaited by Step Functions. */
export function timeoutProblem(isAgent: boolean, executor?: { readonly timeoutSeconds: number }) {
  const { timeoutSeconds = 0 } = executor ?? {};
  if (isAgent || timeoutSeconds <= LONGEST_CALL_SECONDS) return undefined;
  return {
    code: 'custom' as const,
    path: ['executor', 'timeoutSeconds'],
    message: `executor.timeoutSeconds is ${timeoutSeconds}; with an endpoint or a tool it may be ${LONGEST_CALL_SECONDS} at most, because a Lambda function waits for the answer and is ended after 900 s. Only agents may take longer, up to ${LONGEST_AGENT_SECONDS}.`,
  };
}

interface BulkTarget {
  readonly endpoint: Endpoint;
  readonly bulkConfig?: { readonly endpoint?: string };
}

/** The issue of a bulk endpoint that would get the credentials of another host, if it is one. */
export function bulkProblem(target: object) {
  if (!('bulkConfig' in target) || !('endpoint' in target)) return undefined;
  const { endpoint, bulkConfig } = target as BulkTarget;
  const bulk = bulkConfig?.endpoint;
  if (bulk === undefined || !endpoint.auth || !URL.canParse(bulk, endpoint.url)) return undefined;
  const { origin } = new URL(bulk, endpoint.url);
  if (origin === new URL(endpoint.url).origin) return undefined;
  return {
    code: 'custom' as const,
    path: ['bulkConfig', 'endpoint'],
    message: `bulkConfig.endpoint is at ${origin}; with endpoint.auth it must be at ${new URL(endpoint.url).origin}, because credentials are sent to one host only. Give a path, such as /bulk.`,
  };
}

/** A row may be called this often in one run. */
export const MOST_REPEATS = 20;

/** What is done with rows whose call may have been made and whose answer was lost. */
export const onUnknownSchema = z.enum(['call-again', 'fail']);
export type OnUnknown = z.output<typeof onUnknownSchema>;

export const executorSchema = z.strictObject({
  maxConcurrency: z.int().min(1).max(1000).default(1).describe('Rows called at the same time'),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(LONGEST_AGENT_SECONDS)
    .default(300)
    .describe(`Of one call of a row. With an endpoint or a tool at most ${LONGEST_CALL_SECONDS}`),
  delayMs: z.int().min(0).max(5_000).default(0).describe('Minimum milliseconds between the starts of two rows'),
  repeats: z
    .union([z.int().min(1).max(MOST_REPEATS), z.string().min(1).max(256)])
    .default(1)
    .describe(
      `How often every row is called, each time with a result of its own: 1 to ${MOST_REPEATS}, or a column of the dataset that says so`,
    ),
  stopOnError: z.enum(['continue', 'stop_after_n', 'stop_immediately']).default('continue'),
  earlyStop: z
    .boolean()
    .default(false)
    .describe(
      'Halt the run when its first 20 rows all end with the same permanent error (HTTP 400, 401, 403, 404, 422, access denied, mapping). `rollcall run` and the console turn it on',
    ),
  errorThreshold: z.int().min(1).default(10).describe('With stop_after_n: the number of errors'),
  retryFailed: z.boolean().default(false).describe('Retry failed rows once at the end'),
  onUnknown: onUnknownSchema
    .default('call-again')
    .describe('Whether resume, retry and retryFailed call rows again whose call may have been made'),
  budgetLimit: z.number().positive().optional().describe('USD. No row starts once it is spent'),
  assumeCostPerRow: z
    .number()
    .nonnegative()
    .optional()
    .describe('Cost of a row in USD, if the response does not state it'),
  retryPolicy: retryPolicySchema.prefault({}),
});

export const exportSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Export a CSV when the run ends'),
  destinationPrefix: destinationPrefixSchema.optional().describe('Folder below exports/. Default: exports/'),
});

const perMillion = z.number().nonnegative();
const cachePerMillion = perMillion.optional().describe('USD per million tokens of this kind. Default: unknown');

/** USD per million tokens. */
export const priceSchema = z.strictObject({
  provider: z.string().optional(),
  model: z
    .string()
    .describe('May end in `*`. After a digit, `*` does not match another version: `gpt-5*` is not `gpt-5.5`'),
  inputPerMillion: perMillion,
  outputPerMillion: perMillion,
  cacheReadPerMillion: cachePerMillion,
  cacheWritePerMillion: cachePerMillion,
});

const common = {
  targetName: z.string().max(256).optional().describe('Label of the target in results. Default: from the ARN or URL'),
  rateLimit: rateLimitSchema.prefault({}).describe('Rate limits of the target'),
  executor: executorSchema.prefault({}),
  export: exportSchema.prefault({}),
  evaluators: evaluatorsSchema.optional().describe('How to grade answers. Default: compare with the expected answer'),
  threadFields: threadFieldsSchema
    .optional()
    .describe('Columns with conversations as JSON text, which become lists of turns'),
  prices: z.array(priceSchema).optional().describe('Overrides the built-in price table'),
  trace: z.boolean().default(false).describe('Read agent histories for tokens, and allow texts in logs'),
};

export const endpointConfigSchema = z.strictObject({
  executionMode: z.literal('endpoint'),
  model: modelSchema.optional().describe('A model instead of an endpoint'),
  endpoint: endpointSchema,
  endpointInputMapping: mappingSchema(
    'JSONata for the request body, or for the input of a model’s prompt. Default: the row’s input',
  ).optional(),
  endpointOutputMapping: mappingSchema('JSONata over { status, headers, body }').optional(),
  bulkConfig: bulkConfigSchema.optional().describe('Send many rows in one call'),
  ...common,
});

export const agentConfigSchema = z.strictObject({
  executionMode: z.literal('agent'),
  agentStateMachineArn: z.string().regex(STATE_MACHINE_ARN, 'agentStateMachineArn must be the ARN of a state machine'),
  agentInputMapping: mappingSchema('JSONata; its value is the agent’s input').optional(),
  agentOutputMapping: mappingSchema('JSONata over the agent’s whole output').optional(),
  ...common,
});

export const toolConfigSchema = z.strictObject({
  executionMode: z.literal('tool'),
  toolLambdaArn: z.string().regex(FUNCTION_ARN, 'toolLambdaArn must be the ARN of a Lambda function'),
  toolInputMapping: mappingSchema('JSONata; its value is the tool’s payload').optional(),
  toolOutputMapping: mappingSchema('JSONata over the tool’s whole answer').optional(),
  ...common,
});

const configUnion = z
  .discriminatedUnion('executionMode', [endpointConfigSchema, agentConfigSchema, toolConfigSchema])
  .superRefine((config, context) => {
    for (const problem of [timeoutProblem(config.executionMode === 'agent', config.executor), bulkProblem(config)]) {
      if (problem) context.addIssue(problem);
    }
  });

/** `executionMode` may be left out: it is `endpoint` then. A model brings its endpoint. */
export const completed = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? withModel({ executionMode: 'endpoint', ...value })
    : value;

export const evaluationConfigSchema = z.preprocess(completed, configUnion);

export type EvaluationConfig = z.output<typeof configUnion>;
export type EvaluationConfigInput = z.input<typeof configUnion>;
export type RetryPolicy = z.output<typeof retryPolicySchema>;
export type Price = z.output<typeof priceSchema>;
export const executionModeSchema = z.enum(['endpoint', 'agent', 'tool']);
export type ExecutionMode = EvaluationConfig['executionMode'];
