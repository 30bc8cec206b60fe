import * as z from 'zod';
import { datasetRowSchema } from './dataset-row.ts';
import { endpointSchema, priceSchema, retryPolicySchema } from './evaluation-config.ts';
import { ROW_STATUSES } from './result-row.ts';

/** What a run tells its callers; it travels once a batch, as the Map's BatchInput. */
export const callerRunSchema = z.object({
  evaluationId: z.string(),
  attempt: z.int(),
  datasetId: z.string(),
  experimentId: z.string().nullish(),
  targetName: z.string(),
  executionMode: z.enum(['endpoint', 'agent', 'tool']),
  timeoutSeconds: z.number(),
  retryPolicy: retryPolicySchema,
  stopOnError: z.enum(['continue', 'stop_after_n', 'stop_immediately']),
  errorThreshold: z.int(),
  /** Failed rows get one more pass in the same execution: a failure is not the last word yet. */
  retriesFailed: z.boolean().default(false),
  budgetLimit: z.number().nullish(),
  assumeCostPerRow: z.number().nullish(),
  prices: z.array(priceSchema).nullish(),
  trace: z.boolean(),
  inputMapping: z.string().nullish(),
  outputMapping: z.string().nullish(),
  endpoint: endpointSchema.nullish(),
  agentStateMachineArn: z.string().nullish(),
  toolLambdaArn: z.string().nullish(),
});
export type CallerRun = z.output<typeof callerRunSchema>;

/** Handed back unchanged by the wait loop, so that the next invocation goes on where this one stopped. */
export const resumeSchema = z.object({
  /** Calls of the target made so far in this attempt. */
  calls: z.int(),
  /** When the row's first call began, ISO 8601. */
  startedAt: z.string(),
  /** When the call in flight began (agents). */
  callStartedAt: z.string().optional(),
  /** A call is in flight, counted in `calls`: this agent execution … */
  agentExecutionArn: z.string().optional(),
  /** … or one that another invocation has claimed and not yet answered (endpoints, tools). */
  awaitsClaim: z.boolean().optional(),
  /** The batch has put itself among the run's parked children … */
  parked: z.boolean().optional(),
  /** … at this time, ISO 8601; the longer ago, the more rarely it looks. */
  parkedSince: z.string().optional(),
  /** How often the row was looked at in its present wait; the waits grow with it. */
  polls: z.int().optional(),
  /** What the calls of this attempt that failed have cost, as far as known. */
  spentUsd: z.number().optional(),
  /** Numbers that such a call gave and cannot be: what the row has cost is not known. */
  setAside: z.string().optional(),
});
export type Resume = z.output<typeof resumeSchema>;

/** What the state machine invokes a caller with for one row. */
export const callerEventSchema = z.object({
  run: callerRunSchema,
  row: datasetRowSchema,
  /** Name of the execution that runs the batch: the run's record and the logs know it by that. */
  executionId: z.string(),
  resume: resumeSchema.nullish(),
  /** Retries of this task plus redrives of the execution: above zero the row may have been settled already. */
  repeats: z.int().default(0),
  /** Redrives of the execution that runs the whole pass. */
  redrives: z.int().default(0),
});
export type CallerEvent = z.output<typeof callerEventSchema>;

/** The row is settled and staged; only what the counters need travels on. */
export const doneSchema = z.object({
  outcome: z.literal('done'),
  status: z.enum(ROW_STATUSES),
  /** The caller has put the row into the live counters itself; RecordProgress leaves it out. */
  counted: z.boolean(),
  latencyMs: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  costUsd: z.number(),
});
export type Done = z.output<typeof doneSchema>;

/** Not yet: come back after `seconds` with `resume`. */
export const waitSchema = z.object({
  outcome: z.literal('wait'),
  seconds: z.number(),
  resume: resumeSchema.nullable(),
});
export type Wait = z.output<typeof waitSchema>;

export type CallerAnswer = Done | Wait;

/** What a target's answer comes down to, whatever the target. */
export interface NormalizedAnswer {
  readonly actualOutput: string;
  readonly fullResponseBody: string;
  readonly providerName?: string;
  readonly modelName?: string;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly totalTokens?: number;
  readonly latencyMs: number;
  readonly costUsd?: number;
}
