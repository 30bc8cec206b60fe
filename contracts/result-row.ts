import * as z from 'zod';

/** Columns of `evaluation_results_evaluations` and of a staged row, in order, with their Iceberg types. */
export const RESULT_COLUMNS = {
  evaluation_id: 'string',
  sample_id: 'string',
  row_index: 'long',
  dataset_id: 'string',
  experiment_id: 'string',
  target_name: 'string',
  execution_mode: 'string',
  status: 'string',
  attempt: 'int',
  /** Attempts this row has had: executions that called it. `attempt` numbers the executions of the evaluation. */
  attempts: 'int',
  /** Calls of the target in the latest attempt, retries included. */
  calls: 'int',
  input: 'string',
  expected: 'string',
  metadata: 'string',
  actual_output: 'string',
  full_response: 'string',
  provider_name: 'string',
  model_name: 'string',
  prompt_tokens: 'long',
  completion_tokens: 'long',
  total_tokens: 'long',
  latency_ms: 'long',
  cost_usd: 'double',
  error_class: 'string',
  error_name: 'string',
  error_message: 'string',
  scores: 'string',
  passed: 'boolean',
  trace_ref: 'string',
  started_at: 'timestamp',
  finished_at: 'timestamp',
} as const;

export const ROW_STATUSES = ['succeeded', 'failed', 'skipped'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

const text = z.string().nullable();
const number = z.number().nullable();

/** A staged row: one JSON object in S3, one line of the external table. Times are ISO 8601 in UTC, as text there. */
export const resultRowSchema = z.object({
  evaluation_id: z.string(),
  sample_id: z.string(),
  row_index: z.number(),
  dataset_id: text,
  experiment_id: text,
  target_name: text,
  execution_mode: z.string(),
  status: z.enum(ROW_STATUSES),
  attempt: z.number(),
  attempts: z.number(),
  calls: z.number(),
  input: text,
  expected: text,
  metadata: text,
  actual_output: text,
  full_response: text,
  provider_name: text,
  model_name: text,
  prompt_tokens: number,
  completion_tokens: number,
  total_tokens: number,
  latency_ms: number,
  cost_usd: number,
  error_class: text,
  error_name: text,
  error_message: text,
  scores: text,
  passed: z.boolean().nullable(),
  trace_ref: text,
  started_at: text,
  finished_at: text,
});
export type ResultRow = z.output<typeof resultRowSchema>;
