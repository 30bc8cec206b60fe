import { type IndexRow, SHOWN_CHARACTERS } from '../../contracts/api/rows.ts';
import type { ResultRow } from '../../contracts/result-row.ts';

/** What tables show of a row. */
export const indexRowOf = (row: ResultRow): IndexRow => ({
  rowIndex: row.row_index,
  sampleId: row.sample_id,
  status: row.status,
  attempts: row.attempts,
  input: shown(row.input),
  expected: shown(row.expected),
  actualOutput: shown(row.actual_output),
  errorClass: row.error_class,
  errorName: row.error_name,
  errorMessage: shown(row.error_message),
  latencyMs: row.latency_ms,
  totalTokens: row.total_tokens,
  costUsd: row.cost_usd,
  passed: row.passed,
  scores: row.scores,
  trial: row.trial ?? 0,
  finishedAt: row.finished_at,
  variant: row.variant ?? '',
});

const shown = (text: string | null): string | null => text?.slice(0, SHOWN_CHARACTERS) ?? null;

/** Whether a result takes the place of an earlier one of the same row; as NEWEST_FIRST says it in SQL. */
export const isNewer = (row: ResultRow, than: ResultRow | undefined): boolean =>
  than === undefined ||
  (row.status !== 'skipped' && than.status === 'skipped') ||
  ((row.status === 'skipped') === (than.status === 'skipped') && row.attempt > than.attempt);
