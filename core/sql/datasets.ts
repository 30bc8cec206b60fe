import type { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { literal } from './literal.ts';

/** Facts about a dataset, which repeat on each of its rows; the source format is long and stands on the first alone. */
export interface DatasetFacts {
  readonly datasetId: string;
  readonly name: string;
  readonly version: number;
  readonly sourceName: string;
  /** JSON of the SourceFormat. */
  readonly sourceFormat: string;
  readonly contentHash: string;
  /** ISO 8601. */
  readonly importedAt: string;
}

/** Makes all rows of an import visible at once, unless the dataset has rows already. Both names are fully qualified. */
export function insertDataset(datasets: string, imported: string, importId: string, facts: DatasetFacts): string {
  const values: Record<keyof typeof DATASET_COLUMNS, string> = {
    dataset_id: literal(facts.datasetId),
    sample_id: 'sample_id',
    row_index: 'row_index',
    input: 'input',
    expected: 'expected',
    metadata: 'metadata',
    dataset_name: literal(facts.name),
    dataset_version: String(facts.version),
    source_name: literal(facts.sourceName),
    source_format: `CASE WHEN row_index = 0 THEN ${literal(facts.sourceFormat)} END`,
    content_hash: literal(facts.contentHash),
    imported_at: `CAST(from_iso8601_timestamp(${literal(facts.importedAt)}) AS timestamp(6))`,
  };
  return `INSERT INTO ${datasets} (${Object.keys(values).join(', ')})
SELECT ${Object.values(values).join(', ')}
FROM ${imported} WHERE import_id = ${literal(importId)} AND (SELECT count(*) FROM ${datasets} WHERE dataset_id = ${literal(facts.datasetId)}) = 0`;
}

/** Newest first. Rows put there by plain SQL may lack the facts. */
export const listDatasets = (datasets: string): string =>
  // Trino takes no aggregate in ORDER BY beside an output column of its argument's name; so the order is outside.
  `SELECT * FROM (SELECT ${SUMMARY} FROM ${datasets} GROUP BY dataset_id) ORDER BY imported_at DESC NULLS LAST, dataset_id`;

export const describeDataset = (datasets: string, datasetId: string): string =>
  `SELECT ${SUMMARY}, max(source_format) AS source_format
FROM ${datasets} WHERE dataset_id = ${literal(datasetId)} GROUP BY dataset_id`;

const SUMMARY = `dataset_id, count(*) AS rows_count, max(dataset_name) AS dataset_name, max(dataset_version) AS dataset_version, max(source_name) AS source_name, max(content_hash) AS content_hash, max(imported_at) AS imported_at`;

/** In the file's order. An expected answer has a sign before it, so that an empty one differs from none. */
export const selectDatasetRows = (datasets: string, datasetId: string, limit?: number): string =>
  `SELECT sample_id, row_index, input, coalesce(concat('=', expected), '') AS expected, metadata
FROM ${datasets} WHERE dataset_id = ${literal(datasetId)} ORDER BY row_index${limit === undefined ? '' : ` LIMIT ${limit}`}`;

export const deleteDataset = (datasets: string, datasetId: string): string =>
  `DELETE FROM ${datasets} WHERE dataset_id = ${literal(datasetId)}`;
