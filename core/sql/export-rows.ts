import type { RowVerdict } from '../../contracts/row-verdict.ts';
import { shardOf } from '../../contracts/storage-keys.ts';
import { VARIANT } from '../../domain/run-log/counting-sql.ts';
import { PASSED } from '../pass-rate.ts';
import { jsonAs } from './export-values.ts';
import { latestResultsOf } from './latest-results.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import { hasVerdict } from './row-verdict.ts';
import type { Tables } from './tables.ts';

export interface ExportedRows {
  readonly evaluationId: string;
  /** Every row is in the results table, once, and none is waiting in staging. */
  readonly isLoaded: boolean;
  readonly status?: readonly string[];
  readonly verdict?: RowVerdict;
  readonly passed?: boolean;
  /** Of a target that answers for several models: the results of one. A row that was not answered is each one's. */
  readonly variant?: string;
}

export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows of an evaluation to export, latest attempt, each once. */
export function exportedRows(tables: Tables, rows: ExportedRows, range?: RowRange): string {
  const evaluationId = literal(rows.evaluationId);
  const within = range && `row_index BETWEEN ${range.from} AND ${range.to}`;
  const filter = filters(rows);
  if (rows.isLoaded) {
    const where = [`evaluation_id = ${evaluationId}`, ...(within ? [within] : []), ...filter];
    return `SELECT ${RESULT_COLUMN_NAMES.join(', ')} FROM ${tables.results} WHERE ${where.join(' AND ')}`;
  }
  const latest = latestResultsOf(tables, evaluationId, range && shardOf(range.to) + 1, within);
  return filter.length > 0 ? `SELECT * FROM (${latest}) WHERE ${filter.join(' AND ')}` : latest;
}

const filters = ({ status, verdict, passed, variant }: ExportedRows): string[] => [
  ...(status ? [`status IN (${status.map(literal).join(', ')})`] : []),
  ...(verdict ? [`(${hasVerdict(verdict)})`] : []),
  ...(passed === undefined ? [] : [passed ? PASSED : `NOT (${PASSED})`]),
  ...(variant === undefined ? [] : [`${VARIANT} IN ('', ${literal(variant)})`]),
];

export const surveyRows = (rows: string): string =>
  `SELECT count(*) AS n, max(row_index) AS last_row_index, max(dataset_id) AS dataset_id, count(scores) AS scored, max(trial) AS last_trial, max(variant) AS last_variant FROM (${rows})`;

/** What the import wrote down about the dataset; it is on the first row alone. */
export const readSourceFormat = (tables: Tables, datasetId: string): string =>
  `SELECT source_format FROM ${tables.datasets} WHERE dataset_id = ${literal(datasetId)} AND source_format IS NOT NULL LIMIT 1`;

const MEMBERS = 'map(varchar, json)';

/** The names of a JSON column's members, in the order of the rows they are first in. */
export const listKeys = (rows: string, column: string, most: number): string =>
  `SELECT name, min(row_index) AS first_row FROM (${rows}) CROSS JOIN UNNEST(map_keys(${jsonAs(column, MEMBERS)})) AS member(name) GROUP BY name ORDER BY 2, 1 LIMIT ${most}`;

/** How many rows have an input that is no object. */
export const countPlainInputs = (rows: string): string =>
  `SELECT count(*) AS n FROM (${rows}) WHERE input IS NOT NULL AND ${jsonAs('input', MEMBERS)} IS NULL`;

/** A few rows as they are: the order of an object's members is only in its text. */
export const sampleRows = (rows: string, count: number): string =>
  `SELECT input, metadata, scores FROM (${rows}) ORDER BY row_index LIMIT ${count}`;
