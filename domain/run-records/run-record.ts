import * as z from 'zod';
import { executionModeSchema } from '../../contracts/evaluation-config.ts';
import { openJobSchema } from '../../contracts/job-record.ts';
import { pacingSchema } from '../../contracts/rate-limit.ts';

export const RUN_STATUSES = [
  'pending',
  'running',
  'pausing',
  'paused',
  'halted',
  'cancelled',
  'completed',
  'failed',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Over a dataset; over the items of a batch job; a job that asks judges or functions; the first rows, to estimate the cost. */
export const RUN_KINDS = ['evaluation', 'batch', 'judge', 'estimate'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A batch job: its items came in a request, or are questions to judges and functions. No dataset is read. */
export const isJob = ({ kind }: { readonly kind: RunKind }): boolean => kind === 'batch' || kind === 'judge';

/** What an execution does for its run: call all rows, call failed rows again, call rows without a result, or score answers. */
export const ROUNDS = ['first', 'retry', 'resume', 'score'] as const;
export type Round = (typeof ROUNDS)[number];

/** What halted a run: failed rows, the budget, a row whose cost is unknown, or its first rows all alike. */
export const haltedBySchema = z.enum(['errors', 'budget', 'unknown-cost', 'early-stop']);
export type HaltedBy = z.output<typeof haltedBySchema>;

/** Ended: no row will start any more under this execution. A halted or cancelled run may still have rows settling. */
export const isOver = (status: RunStatus): boolean => ['halted', 'cancelled', 'completed', 'failed'].includes(status);

/** What rows have come to, added up. */
export const countersSchema = z.object({
  succeeded: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Of `failed`: rows whose call may have been made. */
  unknown: z.number(),
  latency_ms_sum: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  /** All money spent, on attempts that no longer stand in the table too. */
  cost_usd: z.number(),
  /** Rows whose cost is known: with none of them, `cost_usd` says nothing. */
  priced: z.number(),
  bulk_calls: z.number(),
  individual_calls: z.number(),
  /** Calls that the target refused for its rate, and milliseconds rows have waited for it. */
  throttled: z.number(),
  waited_ms: z.number(),
});
export type Counters = z.output<typeof countersSchema>;

/** The counters of a run that has called no row. */
export const NOTHING_COUNTED = {
  succeeded: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  latency_ms_sum: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cost_usd: 0,
  priced: 0,
  bulk_calls: 0,
  individual_calls: 0,
  throttled: 0,
  waited_ms: 0,
} as const satisfies Counters;

/**
 * The run's item in the table `runs`, key `evaluation_id`. It is written when the run's state changes, not for its rows:
 * those are counted in `batch-counts` while the run goes on, and here when it is over.
 */
export const runRecordSchema = z.object({
  evaluation_id: z.string(),
  kind: z.enum(RUN_KINDS),
  name: z.string().optional(),
  tags: z.array(z.string()).optional(),
  status: z.enum(RUN_STATUSES),
  reason: z.string().optional(),
  halted_by: haltedBySchema.optional(),
  dataset_id: z.string(),
  experiment_id: z.string().optional(),
  target_name: z.string(),
  execution_mode: executionModeSchema,
  /** The configuration with all defaults filled in, as JSON text. */
  config: z.string(),
  /** Executions over this evaluation so far; the first is 1. */
  attempt: z.number(),
  round: z.enum(ROUNDS),
  /** The pass that wrote the record last; a repeated PlanRun knows itself by it. */
  pass_id: z.string(),
  execution_arn: z.string(),
  /** The input retry or resume gave to the execution, as JSON text, and when. */
  pass_input: z.string().optional(),
  pass_requested_at: z.string().optional(),
  /** Of a batch job: where its items lie, and the hash of the request that submitted it. */
  items_key: z.string().optional(),
  request_hash: z.string().optional(),
  /** Of a run that asks: whom, as `askerOf` names them. */
  asker_id: z.string().optional(),
  /** A batch job that asks judges or functions about the answers of this run. */
  judge_of: z.string().optional(),
  /** The jobs that have asked about this run's answers, and what they have cost, which is part of `cost_usd`. */
  judge_runs: z.array(z.string()).optional(),
  /** Whom each of them asked, and what that has cost: their records expire before this one. */
  judged: z.record(z.string(), z.object({ asker_id: z.string(), cost_usd: z.number() })).optional(),
  scoring_cost_usd: z.number().optional(),
  /** Only the first rows of the dataset are part of the run. */
  row_limit: z.number().optional(),
  /** Of an estimate: the limit of the run that is estimated. */
  estimate_limit: z.number().optional(),
  /** Rows of the whole evaluation. */
  total: z.number(),
  /** Rows this execution set out to call: all of them, or those to be retried. */
  planned: z.number(),
  /** Rows a batch has at most; zero until the rows are counted. */
  batch_size: z.number(),
  /** Step Functions waits for each row of this round itself (STANDARD agents), which is a batch of its own. */
  is_awaited: z.boolean(),
  /** Shards its rows may be staged in; zero until the rows are counted. */
  shards: z.number(),
  max_concurrency: z.number(),
  /** Batches worked on at the same time; each has an equal share of `max_concurrency`. */
  children: z.number().optional(),
  ...countersSchema.shape,
  /** Of `unknown`: rows that this pass set out to call again. */
  called_again: z.number().optional(),
  /** How calls are paced at this moment; read from the batches, and part of no record. */
  pacing: pacingSchema.optional(),
  /** When a row settled last, and when the last of the rows in back-off is due; likewise. */
  settled_at: z.string().optional(),
  due_at: z.string().optional(),
  /** Why calls find no connection to the target; likewise. */
  unreachable: z.string().optional(),
  /** Bulk jobs that rows wait for at this moment; likewise. */
  jobs: z.array(openJobSchema).optional(),
  /** What stood when this pass began; with the counts of its batches it gives the counters while the run goes on. */
  before: countersSchema.optional(),
  started_at: z.string(),
  /** When the pass that is going on, or was the last, began. */
  pass_started_at: z.string(),
  /** When the execution that is going on, or was the last, was asked for, and how long those before it have worked. */
  work_started_at: z.string().optional(),
  worked_ms: z.number().optional(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** The execution was stopped or timed out while rows were to be called; a redrive takes the run up again. */
  stopped_from_outside: z.boolean().optional(),
  /** When somebody who found the execution ended and the record open last asked for it to be closed. */
  closing_requested_at: z.string().optional(),
  /** When the pause that is going on began, and how long earlier ones of this pass lasted. */
  paused_at: z.string().optional(),
  paused_ms: z.number().optional(),
  /** Cancel was asked to stop agents in flight too. */
  cancel_now: z.boolean().optional(),
  summary: z.string().optional().describe('JSON of the Summary'),
  /** What lists show of the summary. */
  figures: z
    .object({ passRate: z.number(), passed: z.number(), wrong: z.number(), p95Ms: z.number() })
    .partial()
    .optional(),
  export_uri: z.string().optional(),
  /** The last export that did not come to its end, for who waits for it. */
  export_failed: z.object({ key: z.string(), at: z.string(), code: z.string(), message: z.string() }).optional(),
  /** It is being deleted, and for the API gone already. */
  deleted_at: z.string().optional(),
});
export type RunRecord = z.output<typeof runRecordSchema>;
