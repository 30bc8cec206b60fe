import * as z from 'zod';
import { modelSchema } from '../domain/models/model-schema.ts';
import { batchSchema, type Resume, resumeSchema } from './batch.ts';
import { bulkConfigSchema } from './bulk-config.ts';
import { endpointSchema } from './endpoint.ts';
import { priceSchema, retryPolicySchema } from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { rateLimitSchema } from './rate-limit.ts';
import { threadFieldsSchema } from './thread-fields.ts';

const ofAnyRun = {
  evaluationId: z.string(),
  attempt: z.int(),
  datasetId: z.string(),
  experimentId: z.string().optional(),
  targetName: z.string(),
  timeoutSeconds: z.number(),
  retryPolicy: retryPolicySchema,
  rateLimit: rateLimitSchema.prefault({}),
  delayMs: z.int().default(0),
  stopOnError: z.enum(['continue', 'stop_after_n', 'stop_immediately']),
  errorThreshold: z.int(),
  /** Whether this pass calls the first rows of the run, and may stop at them. */
  earlyStop: z.boolean().default(false),
  /** Failed rows get one more pass in the same execution: a failure is not the last word yet. */
  retriesFailed: z.boolean().default(false),
  budgetLimit: z.number().optional(),
  assumeCostPerRow: z.number().optional(),
  prices: z.array(priceSchema).optional(),
  /** Evaluators say which rows passed. */
  isScored: z.boolean().default(false),
  /** The run's evaluators if all are quick: rows are graded by them as they settle. */
  evaluators: evaluatorsSchema.optional(),
  trace: z.boolean(),
  threadFields: threadFieldsSchema.optional(),
};

/** What is called; `executionMode` says which kind of target it is. */
const mappings = { inputMapping: z.string().optional(), outputMapping: z.string().optional() };
const endpointTarget = {
  executionMode: z.literal('endpoint'),
  endpoint: endpointSchema,
  model: modelSchema.optional(),
  bulkConfig: bulkConfigSchema.optional(),
  ...mappings,
};
const agentTarget = {
  executionMode: z.literal('agent'),
  agentStateMachineArn: z.string(),
  /** An EXPRESS agent answers the caller itself; Step Functions waits for a STANDARD one. */
  agentType: z.enum(['STANDARD', 'EXPRESS']),
  ...mappings,
};
const toolTarget = { executionMode: z.literal('tool'), toolLambdaArn: z.string(), ...mappings };

export const endpointRunSchema = z.object({ ...ofAnyRun, ...endpointTarget });
export const agentRunSchema = z.object({ ...ofAnyRun, ...agentTarget });
export const toolRunSchema = z.object({ ...ofAnyRun, ...toolTarget });
export type EndpointRun = z.output<typeof endpointRunSchema>;
export type AgentRun = z.output<typeof agentRunSchema>;
export type ToolRun = z.output<typeof toolRunSchema>;

/** What a run tells its callers; it travels with every batch. */
export const callerRunSchema = z.discriminatedUnion('executionMode', [
  endpointRunSchema,
  agentRunSchema,
  toolRunSchema,
]);
export type CallerRun = z.output<typeof callerRunSchema>;

/** Step Functions itself waits for each row: STANDARD agents. All else is waited for by a function. */
export const isAwaited = (run: CallerRun): run is AgentRun =>
  run.executionMode === 'agent' && run.agentType === 'STANDARD';

/** Many rows go into one call, or into one job of the endpoint's API. */
export type BulkRun = EndpointRun & Required<Pick<EndpointRun, 'bulkConfig'>>;
export const isBulk = (run: CallerRun): run is BulkRun =>
  run.executionMode === 'endpoint' && run.bulkConfig !== undefined;

/** What the state machine invokes a caller with for one batch. */
const callerEventOf = <Run extends z.ZodType>(run: Run) =>
  z.object({
    run,
    batch: batchSchema,
    /** Name of the execution that runs the batch: the logs know it by that. */
    executionId: z.string(),
    resume: resumeSchema.nullish(),
    /** Retries of this task plus redrives of the execution: above zero the batch may have been worked on already. */
    repeats: z.int().default(0),
    /** Redrives of the execution that runs the whole pass, when it made the batch's input: later ones are not counted. */
    redrives: z.int().default(0),
    /** When the execution that runs the batch began. */
    begunAt: z.string().optional(),
    /** Invocations before this one that ended without an answer, one after the other. */
    crashes: z.int().default(0),
  });
export const callerEventSchema = callerEventOf(callerRunSchema);
export const endpointEventSchema = callerEventOf(endpointRunSchema);
export const toolEventSchema = callerEventOf(toolRunSchema);
export type CallerEvent<Run extends CallerRun = CallerRun> = Omit<z.output<typeof callerEventSchema>, 'run'> & {
  readonly run: Run;
};

/** AWS does not document how these are written: milliseconds, seconds and text are all read. */
const resultDateSchema = z.preprocess(
  (date) => (typeof date === 'number' && date < 1e11 ? date * 1000 : date),
  z.coerce.date(),
);

const agentResultSchema = z.object({
  Input: z.unknown(),
  Output: z.unknown(),
  StartDate: resultDateSchema,
  StopDate: resultDateSchema,
});

/** What the agent wrapper is invoked with, before a row's agent and after it. */
export const agentEventSchema = callerEventOf(agentRunSchema).extend({
  /** Step Functions waits for the agent no longer. */
  ended: z.boolean().default(false),
  /** Why, unless the agent succeeded: it failed, took too long, or was not started at all. */
  failure: z.object({ Error: z.string().default(''), Cause: z.string().default('') }).nullish(),
  /** What `startExecution.sync:2` gave back of an agent that succeeded. Without it the agent is looked at. */
  result: agentResultSchema.nullish().catch(null),
});
export type AgentEvent = z.output<typeof agentEventSchema>;

/** All rows of the batch are settled. */
export interface Done {
  readonly outcome: 'done';
}

/** Not yet: come back after `seconds` with `resume`. */
export interface Wait {
  readonly outcome: 'wait';
  readonly seconds: number;
  readonly resume: Resume;
}

export type CallerAnswer = Done | Wait;

/** Start the agent of the batch's row under this name and wait for it; one that runs under the name is waited for. */
export interface Start {
  readonly outcome: 'start';
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: unknown;
  readonly timeoutSeconds: number;
  readonly resume: Resume;
}

export type AgentAnswer = CallerAnswer | Start;

/** What one of several models said, where a target answers for all of them at once. */
export interface VariantAnswer extends Partial<Omit<NormalizedAnswer, 'variants'>> {
  readonly name: string;
  /** Why it has no answer. */
  readonly error?: string;
}

/** Tokens of a prompt that were read from the provider's cache or written to it. They are part of `promptTokens`. */
export interface CacheTokens {
  readonly read: number;
  readonly write: number;
  /** Of `write`: what the cache keeps longer than usual, at a higher price. */
  readonly longWrite: number;
  /** The provider reports them apart from its input tokens, and does not count reads against its rate limit. */
  readonly isApart: boolean;
}

/** What a target's answer comes down to, whatever the target. */
export interface NormalizedAnswer {
  readonly actualOutput: string;
  readonly fullResponseBody: string;
  readonly providerName?: string;
  readonly modelName?: string;
  /** All input, with what came from a cache or went into one. */
  readonly promptTokens?: number;
  /** All output, with reasoning. */
  readonly completionTokens?: number;
  readonly totalTokens?: number;
  readonly cacheTokens?: CacheTokens;
  /** The longest prompt, where `promptTokens` adds up several requests. */
  readonly longestPrompt?: number;
  /** The service tier that answered, if the answer says so. */
  readonly serviceTier?: string;
  readonly latencyMs: number;
  /** From the request to the first part of a streamed answer. */
  readonly firstTokenMs?: number;
  readonly costUsd?: number;
  /** Each becomes a result of its own. */
  readonly variants?: readonly VariantAnswer[];
}
