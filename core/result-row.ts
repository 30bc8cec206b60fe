import type { CallerRun, NormalizedAnswer } from '../contracts/caller.ts';
import type { DatasetRow } from '../contracts/dataset-row.ts';
import type { ResultRow, RowStatus } from '../contracts/result-row.ts';
import { priceOf } from './pricing.ts';

/** What became of a row, before it is written down. */
export interface Settlement {
  readonly status: RowStatus;
  /** Calls made in this attempt. */
  readonly calls: number;
  readonly answer?: Partial<NormalizedAnswer>;
  readonly error?: { readonly name: string; readonly message: string; readonly errorClass: string | null };
  readonly traceRef?: string;
  /** What earlier calls of this attempt have cost, as far as known. */
  readonly spentUsd?: number;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** A message is for reading; the whole body of an error answer is in `full_response`. */
const LONGEST_MESSAGE = 4_096;

export function buildResultRow(run: CallerRun, row: DatasetRow, settled: Settlement): ResultRow {
  const { answer = {}, error } = settled;
  return {
    evaluation_id: run.evaluationId,
    sample_id: row.sample_id,
    row_index: row.row_index,
    dataset_id: run.datasetId,
    experiment_id: run.experimentId ?? null,
    target_name: run.targetName,
    execution_mode: run.executionMode,
    status: settled.status,
    attempt: run.attempt,
    attempts: (row.previous_attempts ?? 0) + (settled.calls > 0 ? 1 : 0),
    calls: settled.calls,
    input: clean(row.input),
    expected: clean(row.expected),
    metadata: clean(row.metadata),
    actual_output: settled.status === 'succeeded' ? clean(answer.actualOutput) : null,
    full_response: clean(answer.fullResponseBody),
    provider_name: clean(answer.providerName),
    model_name: clean(answer.modelName),
    prompt_tokens: whole(answer.promptTokens),
    completion_tokens: whole(answer.completionTokens),
    total_tokens: whole(answer.totalTokens),
    latency_ms: whole(answer.latencyMs),
    cost_usd: costOf(run, settled) ?? null,
    error_class: error?.errorClass ?? null,
    error_name: error?.name ?? null,
    error_message: error ? shorten(clean(error.message) ?? '') : null,
    scores: null,
    passed: null,
    trace_ref: settled.traceRef ?? null,
    started_at: settled.startedAt,
    finished_at: settled.finishedAt,
  };
}

/** What the answer says, else its tokens at the model's price. */
export const costOfCall = (run: Pick<CallerRun, 'prices'>, answer: Partial<NormalizedAnswer>): number | undefined =>
  answer.costUsd ?? priceOf(answer, run.prices ?? []);

/** The last call and those before it; where the answer says nothing, what the configuration assumes of every row called. */
function costOf(run: CallerRun, { answer = {}, calls, spentUsd }: Settlement): number | undefined {
  if (calls === 0) return undefined;
  const last = costOfCall(run, answer) ?? run.assumeCostPerRow ?? undefined;
  return last === undefined ? spentUsd : last + (spentUsd ?? 0);
}

const whole = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? Math.max(0, Math.round(value)) : null;

/** Half a surrogate pair or a NUL would make the whole table unreadable to Athena. */
const clean = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined) return null;
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/g, '\uFFFD');
};

const shorten = (message: string): string =>
  message.length <= LONGEST_MESSAGE
    ? message
    : `${message.slice(0, LONGEST_MESSAGE - 60)}… (${message.length} characters in all)`;
