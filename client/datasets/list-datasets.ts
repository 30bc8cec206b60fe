import { listDatasets as listSql } from '../../core/sql/datasets.ts';
import { type QueryRow, runQuery } from '../athena/run-query.ts';
import type { DatasetDeps } from './dataset-deps.ts';

export interface DatasetSummary {
  readonly datasetId: string;
  readonly rows: number;
  /** Rows put there by plain SQL have only an id. */
  readonly name?: string;
  readonly version?: number;
  readonly sourceName?: string;
  readonly contentHash?: string;
  /** ISO 8601. */
  readonly importedAt?: string;
}

/** Newest first. */
export async function listDatasets(deps: DatasetDeps): Promise<DatasetSummary[]> {
  return (await runQuery(listSql(deps.tables.datasets), deps)).map(toSummary);
}

export const toSummary = (row: QueryRow): DatasetSummary => ({
  datasetId: row.dataset_id ?? '',
  rows: Number(row.rows_count ?? 0),
  name: row.dataset_name ?? undefined,
  version: row.dataset_version ? Number(row.dataset_version) : undefined,
  sourceName: row.source_name ?? undefined,
  contentHash: row.content_hash ?? undefined,
  // Athena writes `2026-11-16 05:00:00.000000`, which is UTC.
  importedAt: row.imported_at
    ? new Date(`${row.imported_at.slice(0, 23).replace(' ', 'T')}Z`).toISOString()
    : undefined,
});
