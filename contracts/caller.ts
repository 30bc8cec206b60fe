import * as z from 'zod';
import { batchSchema, type Resume, resumeSchema } from './batch.ts';
import { bulkConfigSchema } from './bulk-config.ts';
import { endpointSchema } from './endpoint.ts';
import { priceSchema, retryPolicySchema } from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { rateLimitSchema } from './rate-limit.ts';
import { threadFieldsSchema } from './thread-fields.ts';

/** What a run tells its callers; it travels with every batch. */
export const callerRunSchema = z.object({
  evaluationId: z.string(),
  attempt: z.int(),
  datasetId: z.string(),
  experimentId: z.string().nullish(),
  targetName: z.string(),
  executionMode: z.enum(['endpoint', 'agent', 'tool']),
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
  budgetLimit: z.number().nullish(),
  assumeCostPerRow: z.number().nullish(),
  prices: z.array(priceSchema).nullish(),
  /** Evaluators say which rows passed. */
  isScored: z.boolean().default(false),
  /** The run's evaluators if all are quick: rows are graded by them as they settle. */
  evaluators: evaluatorsSchema.nullish(),
  trace: z.boolean(),
  threadFields: threadFieldsSchema.nullish(),
  inputMapping: z.string().nullish(),
  outputMapping: z.string().nullish(),
  endpoint: endpointSchema.nullish(),
  bulkConfig: bulkConfigSchema.nullish(),
  agentStateMachineArn: z.string().nullish(),
  /** An EXPRESS agent answers the caller itself; any other is waited for by Step Functions. */
  agentType: z.enum(['STANDARD', 'EXPRESS']).nullish(),
  toolLambdaArn: z.string().nullish(),
});
export type CallerRun = z.output<typeof callerRunSchema>;

/** Step Functions itself waits for each row: STANDARD agents. All else is waited for by a function. */
export const isAwaited = ({ executionMode, agentType }: Pick<CallerRun, 'executionMode' | 'agentType'>): boolean =>
  executionMode === 'agent' && agentType !== 'EXPRESS';

/** What the state machine invokes a caller with for one batch. */
export const callerEventSchema = z.object({
  run: callerRunSchema,
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
export type CallerEvent = z.output<typeof callerEventSchema>;

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
export const agentEventSchema = callerEventSchema.extend({
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
  readonly costUsd?: number;
  /** Each becomes a result of its own. */
  readonly variants?: readonly VariantAnswer[];
}
