import { type IndexRow, SHOWN_CHARACTERS } from '../../contracts/api/rows.ts';
import type { ResultRow } from '../../contracts/result-row.ts';

/** Characters from the start of an error message that is too long to be listed whole; the others are from its end. */
export const SHOWN_START = 200;
/** Longer metadata is cut, and then belongs to no segment. */
export const SHOWN_METADATA = 1000;
export const GAP = '\n…\n';

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
  errorMessage: shownError(row.error_message),
  latencyMs: row.latency_ms,
  totalTokens: row.total_tokens,
  costUsd: row.cost_usd,
  passed: row.passed,
  scores: row.scores,
  trial: row.trial ?? 0,
  finishedAt: row.finished_at,
  variant: row.variant ?? '',
  metadata: row.metadata?.slice(0, SHOWN_METADATA) ?? null,
});

const shown = (text: string | null): string | null => text?.slice(0, SHOWN_CHARACTERS) ?? null;

/** A long message keeps its end too: the last line of a traceback names the problem. As core/sql/row-index has it. */
const shownError = (text: string | null): string | null =>
  text !== null && text.length > SHOWN_CHARACTERS
    ? `${text.slice(0, SHOWN_START)}${GAP}${text.slice(SHOWN_START + GAP.length - SHOWN_CHARACTERS)}`
    : text;
