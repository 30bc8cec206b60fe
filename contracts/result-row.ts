import * as z from 'zod';
import type { TableColumns } from './table-columns.ts';

/** Columns of `evaluation_results_evaluations` and of a staged row, in order; a new one goes last, `added`. */
export const RESULT_COLUMNS = {
  evaluation_id: { id: 1, type: 'string' },
  sample_id: { id: 2, type: 'string' },
  row_index: { id: 3, type: 'long' },
  dataset_id: { id: 4, type: 'string' },
  experiment_id: { id: 5, type: 'string' },
  target_name: { id: 6, type: 'string' },
  execution_mode: { id: 7, type: 'string' },
  status: { id: 8, type: 'string' },
  attempt: { id: 9, type: 'int' },
  /** Attempts this row has had: executions that called it. `attempt` numbers the executions of the evaluation. */
  attempts: { id: 10, type: 'int' },
  /** Calls of the target in the latest attempt, retries included. */
  calls: { id: 11, type: 'int' },
  input: { id: 12, type: 'string' },
  expected: { id: 13, type: 'string' },
  metadata: { id: 14, type: 'string' },
  actual_output: { id: 15, type: 'string' },
  full_response: { id: 16, type: 'string' },
  provider_name: { id: 17, type: 'string' },
  model_name: { id: 18, type: 'string' },
  prompt_tokens: { id: 19, type: 'long' },
  completion_tokens: { id: 20, type: 'long' },
  total_tokens: { id: 21, type: 'long' },
  latency_ms: { id: 22, type: 'long' },
  cost_usd: { id: 23, type: 'double' },
  error_class: { id: 24, type: 'string' },
  error_name: { id: 25, type: 'string' },
  error_message: { id: 26, type: 'string' },
  scores: { id: 27, type: 'string' },
  passed: { id: 28, type: 'boolean' },
  trace_ref: { id: 29, type: 'string' },
  started_at: { id: 30, type: 'timestamp' },
  finished_at: { id: 31, type: 'timestamp' },
  /** What the target got: an endpoint's body, an agent's input, a tool's payload. Null where that is `input` to the letter. */
  request: { id: 32, type: 'string' },
  /** Which of its calls, from 0, where `executor.repeats` asks for several. */
  trial: { id: 33, type: 'int' },
  /** How the row was called last: individual, or bulk with others in one call. */
  call_mode: { id: 34, type: 'string' },
  /** Milliseconds it waited because of the target's rate limit. */
  waited_ms: { id: 35, type: 'long' },
  /** Of a target that answers for several models at once: which of them. '' otherwise. */
  variant: { id: 36, type: 'string' },
  /** Of a streamed answer: milliseconds from the request to its first part. */
  first_token_ms: { id: 37, type: 'long', added: true },
} as const satisfies TableColumns;

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
  request: text,
  trial: number,
  call_mode: text,
  waited_ms: number,
  variant: text,
  /** Rows staged by an earlier version have none. */
  first_token_ms: number.optional(),
});
export type ResultRow = z.output<typeof resultRowSchema>;
