import { PASSED } from '../pass-rate.ts';
import { type ExportedRows, exportedRows } from './export-rows.ts';
import { jsonMember } from './json-path.ts';
import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

/** A run's rows without their texts. @param cluster a column of the dataset: rows with the same value belong together */
export function comparedRows(tables: Tables, rows: ExportedRows, cluster: string): string {
  const group = `coalesce(${jsonMember('metadata', cluster)}, ${jsonMember('input', cluster)})`;
  return `SELECT sample_id, coalesce(trial, 0) AS trial, row_index, status, ${PASSED} AS passed, scores, latency_ms, total_tokens, cost_usd, ${sameText('input')} AS input, ${sameText('expected')} AS expected, ${group} AS cluster
FROM (${exportedRows(tables, rows)}) ORDER BY row_index, trial`;
}

/** Tells two texts apart without reading them. */
const sameText = (column: string): string => `to_hex(md5(to_utf8(${column})))`;

/** The texts of some rows of a run, or of all. */
export const answeredRows = (tables: Tables, rows: ExportedRows, sampleIds?: readonly string[]): string =>
  `SELECT sample_id, coalesce(trial, 0) AS trial, row_index, status, input, expected, actual_output, ${PASSED} AS passed, scores, latency_ms, cost_usd, error_name
FROM (${exportedRows(tables, rows)})${sampleIds ? ` WHERE sample_id IN (${sampleIds.map(literal).join(', ')})` : ''} ORDER BY row_index, trial`;
