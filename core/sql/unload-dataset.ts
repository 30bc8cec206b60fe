import { latestResults } from './latest-results.ts';
import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

export interface RowSelection {
  readonly evaluationId: string;
  readonly datasetId: string;
  /** Only the first rows by `row_index`. */
  readonly limit?: number;
  /** Rows to call again; without it every row. */
  readonly retry?: 'failed' | 'missing';
  /** With `failed`: only rows whose error is of this class. */
  readonly retryClass?: string;
}

/** The rows one execution calls, with `previous_attempts`. */
export function selectRows(tables: Tables, selection: RowSelection): string {
  const limit = selection.limit ? ` ORDER BY row_index LIMIT ${selection.limit}` : '';
  const rows = `SELECT sample_id, row_index, input, expected, metadata FROM ${tables.datasets} WHERE dataset_id = ${literal(selection.datasetId)}${limit}`;
  if (!selection.retry) {
    return `SELECT sample_id, row_index, input, expected, metadata, 0 AS previous_attempts FROM (${rows})`;
  }
  return `SELECT d.sample_id, d.row_index, d.input, d.expected, d.metadata, coalesce(r.attempts, 0) AS previous_attempts
FROM (${rows}) d
LEFT JOIN (${latestResults(tables, selection.evaluationId)}) r ON r.sample_id = d.sample_id
WHERE ${retryCondition(selection)}`;
}

/** A skipped row was never called, so it counts as missing: resuming a halted run goes on with it. */
function retryCondition({ retry, retryClass }: RowSelection): string {
  if (retry === 'missing') return `r.sample_id IS NULL OR r.status = 'skipped'`;
  return retryClass ? `r.status = 'failed' AND r.error_class = ${literal(retryClass)}` : `r.status = 'failed'`;
}

/** The first rows of a run that no attempt has settled. */
export const nameMissing = (tables: Tables, selection: RowSelection, most: number): string =>
  `SELECT d.sample_id FROM (${selectRows(tables, { ...selection, retry: undefined })}) d
LEFT JOIN (${latestResults(tables, selection.evaluationId)}) r ON r.sample_id = d.sample_id
WHERE r.sample_id IS NULL ORDER BY d.row_index LIMIT ${most}`;

/** Rows go to S3 as JSON lines, where SplitRows reads them. Gzip is Athena's default for JSON. */
export const unloadDataset = (tables: Tables, selection: RowSelection, destination: string): string =>
  `UNLOAD (${selectRows(tables, selection)} ORDER BY row_index) TO ${literal(destination)} WITH (format = 'JSON')`;

/** How many rows there are to call, and whether `sample_id` is unique. */
export const countRows = (tables: Tables, selection: RowSelection): string =>
  `SELECT count(*) AS planned, count(DISTINCT sample_id) AS samples, max(row_index) AS last_row_index FROM (${selectRows(tables, selection)})`;
