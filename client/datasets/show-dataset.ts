import { RollcallError } from '../../contracts/errors.ts';
import { datasetIdSchema } from '../../contracts/ids.ts';
import { type SourceFormat, sourceFormatSchema } from '../../core/dataset/source-format.ts';
import { fromColumn } from '../../core/json.ts';
import { describeDataset, selectDatasetRows } from '../../core/sql/datasets.ts';
import { type QueryRow, runQuery } from '../athena/run-query.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { type DatasetSummary, toSummary } from './list-datasets.ts';

interface ShownRow {
  readonly sampleId: string;
  readonly rowIndex: number;
  readonly input: unknown;
  readonly expected?: string;
  readonly metadata?: unknown;
}

export interface ShownDataset extends DatasetSummary {
  /** Missing for rows put there by plain SQL. */
  readonly sourceFormat?: SourceFormat;
  readonly sample: readonly ShownRow[];
}

/** A dataset's facts, its columns and its first rows. */
export async function showDataset(datasetId: string, deps: DatasetDeps, limit = 5): Promise<ShownDataset> {
  const { sourceFormat, ...summary } = await findDataset(datasetId, deps);
  const rows = await runQuery(selectDatasetRows(deps.tables.datasets, datasetId, limit), deps);
  return { ...summary, sourceFormat, sample: rows.map(toShown) };
}

/** The dataset's facts, or an error that says it is not there. */
export async function findDataset(
  datasetId: string,
  deps: DatasetDeps,
): Promise<DatasetSummary & { sourceFormat?: SourceFormat }> {
  const row = datasetIdSchema.safeParse(datasetId).success
    ? (await runQuery(describeDataset(deps.tables.datasets, datasetId), deps))[0]
    : undefined;
  if (!row) throw new RollcallError('DatasetNotFound', `There is no dataset ${JSON.stringify(datasetId)}.`);
  const text = row.source_format;
  return { ...toSummary(row), sourceFormat: text ? sourceFormatSchema.parse(JSON.parse(text)) : undefined };
}

const toShown = (row: QueryRow): ShownRow => ({
  sampleId: row.sample_id ?? '',
  rowIndex: Number(row.row_index ?? 0),
  input: fromColumn(row.input),
  expected: row.expected ? row.expected.slice(1) : undefined,
  metadata: fromColumn(row.metadata),
});
