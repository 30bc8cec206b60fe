import { MOST_REPEATS, type OnUnknown } from '../../contracts/evaluation-config.ts';
import { OUTCOME_UNKNOWN } from '../on-unknown.ts';
import { jsonMember } from './json-path.ts';
import { latestResults } from './latest-results.ts';
import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

export interface RowSelection {
  readonly evaluationId: string;
  readonly datasetId: string;
  /** Only the first rows by `row_index`. */
  readonly limit?: number;
  /** How often each row is called; a number, or the column that says so. Default: once */
  readonly repeats?: number | string;
  /** Rows to call again; without it every row. */
  readonly retry?: 'failed' | 'missing';
  /** With `failed`: only rows whose error is of this class. */
  readonly retryClass?: string;
  /** With `retry`: whether rows are among them whose call may have been made. Default: call-again */
  readonly onUnknown?: OnUnknown;
}

/**
 * The rows one execution calls, with `previous_attempts`.
 * @param more further columns, of the earlier result `r`; there is none in a first pass
 */
export function selectRows(tables: Tables, selection: RowSelection, more = ''): string {
  const limit = selection.limit ? ` ORDER BY row_index LIMIT ${selection.limit}` : '';
  const rows = `SELECT sample_id, row_index, input, expected, metadata FROM ${tables.datasets} WHERE dataset_id = ${literal(selection.datasetId)}${limit}`;
  const repeated = isRepeated(selection) ? withTrials(rows, selection.repeats) : rows;
  const columns = ['sample_id', 'row_index', 'input', 'expected', 'metadata', ...(repeated === rows ? [] : ['trial'])];
  if (!selection.retry) return `SELECT ${columns.join(', ')}, 0 AS previous_attempts FROM (${repeated})`;
  return `SELECT ${columns.map((name) => `d.${name}`).join(', ')}, coalesce(r.attempts, 0) AS previous_attempts${more}
FROM (${repeated}) d
LEFT JOIN (${calledRows(tables, selection.evaluationId)}) r ON ${sameRow(selection)}
WHERE ${retryCondition(selection)}`;
}

/** What came of each row, once: it has failed if one of the models that it was answered for has. */
const calledRows = (tables: Tables, evaluationId: string): string =>
  `SELECT sample_id, trial, max(attempts) AS attempts, CASE WHEN count_if(status = 'failed') > 0 THEN 'failed' ELSE max(status) END AS status, max(error_class) AS error_class, max(CASE WHEN error_name = ${literal(OUTCOME_UNKNOWN)} THEN error_name END) AS error_name
FROM (${latestResults(tables, evaluationId)}) GROUP BY sample_id, trial`;

const isRepeated = ({ repeats = 1 }: RowSelection): boolean => repeats !== 1;

/** Every row as often as it is to be called, its trials numbered from 0. */
function withTrials(rows: string, repeats: RowSelection['repeats'] = 1): string {
  const times = typeof repeats === 'number' ? repeats : timesOf(repeats);
  return `SELECT sample_id, row_index, input, expected, metadata, trial FROM (${rows}) CROSS JOIN UNNEST(sequence(0, ${times} - 1)) AS trials(trial)`;
}

/** A column of the dataset; where a row says nothing of use, once. */
function timesOf(column: string): string {
  const [own, input] = ['metadata', 'input'].map((from) => `TRY_CAST(${jsonMember(from, column)} AS integer)`);
  return `least(${MOST_REPEATS}, greatest(1, coalesce(${own}, ${input}, 1)))`;
}

const sameRow = (selection: RowSelection): string =>
  `r.sample_id = d.sample_id AND coalesce(r.trial, 0) = ${isRepeated(selection) ? 'd.trial' : '0'}`;

/** A skipped row was never called, so it counts as missing: resuming a halted run goes on with it. */
function retryCondition({ retry, retryClass, onUnknown = 'call-again' }: RowSelection): string {
  const isCalled = onUnknown === 'call-again';
  if (retry === 'missing') return `r.sample_id IS NULL OR r.status = 'skipped'${isCalled ? ` OR ${IS_UNKNOWN}` : ''}`;
  const ofClass = retryClass ? ` AND r.error_class = ${literal(retryClass)}` : '';
  return `r.status = 'failed'${ofClass}${isCalled ? '' : ` AND NOT ${IS_UNKNOWN}`}`;
}

const IS_UNKNOWN = `coalesce(r.error_name, '') = ${literal(OUTCOME_UNKNOWN)}`;

/** The first rows of a run that no attempt has settled. */
export const nameMissing = (tables: Tables, selection: RowSelection, most: number): string =>
  `SELECT d.sample_id FROM (${selectRows(tables, { ...selection, retry: undefined })}) d
LEFT JOIN (${latestResults(tables, selection.evaluationId)}) r ON ${sameRow(selection)}
WHERE r.sample_id IS NULL ORDER BY d.row_index LIMIT ${most}`;

/** Rows go to S3 as JSON lines, where SplitRows reads them. Gzip is Athena's default for JSON. */
export const unloadDataset = (tables: Tables, selection: RowSelection, destination: string): string =>
  `UNLOAD (${selectRows(tables, selection)} ORDER BY row_index${isRepeated(selection) ? ', trial' : ''}) TO ${literal(destination)} WITH (format = 'JSON')`;

/** How many rows there are to call, of how many the call may have been made already, and whether `sample_id` is unique. */
export function countRows(tables: Tables, selection: RowSelection): string {
  const different = isRepeated(selection) ? "concat(CAST(trial AS varchar), ' ', sample_id)" : 'sample_id';
  const unknown = selection.retry ? 'count_if(is_unknown)' : '0';
  return `SELECT count(*) AS planned, count(DISTINCT ${different}) AS samples, max(row_index) AS last_row_index, ${unknown} AS called_again FROM (${selectRows(tables, selection, `, ${IS_UNKNOWN} AS is_unknown`)})`;
}
