import { runQuery } from '../../client/athena/run-query.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { MOST_SHARDS, ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { countRows, type RowSelection } from '../../core/sql/unload-dataset.ts';
import { findDatasetRecord } from '../../domain/datasets/store/dataset-records.ts';
import type { PlanDependencies } from './dependencies.ts';
import { type PlanEvent, passId } from './plan-event.ts';

const MOST_ROWS = MOST_SHARDS * ROWS_PER_SHARD;

export interface DatasetCount {
  readonly planned: number;
  readonly lastRowIndex: number;
  /** Rows among them whose call may have been made already. */
  readonly calledAgain: number;
}

/** Counts the rows to call and refuses a dataset that cannot be run row by row. */
export async function countDataset(
  selection: RowSelection,
  event: PlanEvent,
  deps: PlanDependencies,
): Promise<DatasetCount> {
  const known = await countImported(selection, deps);
  if (known) return known;
  const [row] = await runQuery(countRows(deps.tables, selection), { ...deps, token: passId(event) });
  const planned = Number(row?.planned ?? 0);
  const samples = Number(row?.samples ?? 0);
  const lastRowIndex = Number(row?.last_row_index ?? 0);
  // A pass over failed rows may find none of them; a new run over nothing is a mistake in its input.
  if (planned === 0 && !selection.retry) {
    throw new RollcallError('DatasetNotFound', `There is no dataset ${selection.datasetId}, or it has no rows.`);
  }
  if (samples !== planned) {
    throw new RollcallError(
      'InvalidRunInput',
      `Dataset ${selection.datasetId} has ${planned} rows but only ${samples} different sample_id values; each row needs its own.`,
    );
  }
  if (lastRowIndex >= MOST_ROWS) {
    throw new RollcallError(
      'InvalidRunInput',
      `Dataset ${selection.datasetId} has a row_index of ${lastRowIndex}; a run may have ${MOST_ROWS} rows. Split the dataset.`,
    );
  }
  return { planned, lastRowIndex, calledAgain: Number(row?.called_again ?? 0) };
}

/** An import numbers the rows from 0 and makes sure that each has an id of its own, so its record says it all. */
async function countImported(
  { datasetId, limit, repeats = 1, retry }: RowSelection,
  deps: PlanDependencies,
): Promise<DatasetCount | undefined> {
  if (retry || typeof repeats !== 'number') return undefined;
  const record = await findDatasetRecord(datasetId, deps);
  if (!record) return undefined;
  const rows = Math.min(record.rows, limit ?? record.rows);
  return rows > 0 && rows <= MOST_ROWS
    ? { planned: rows * repeats, lastRowIndex: rows - 1, calledAgain: 0 }
    : undefined;
}
