import { RollcallError } from '../../contracts/errors.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import { deleteDataset as deleteSql } from '../../core/sql/datasets.ts';
import { findDatasetRecord, forgetDataset } from '../../domain/datasets/store/dataset-records.ts';
import { runWrite } from '../athena/run-query.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { slugOf } from './dataset-name.ts';
import type { DatasetSummary } from './list-datasets.ts';
import { withNameLock } from './name-lock.ts';
import { findDataset } from './show-dataset.ts';

/** Deletes a dataset that no run is using. Results of earlier runs stay. */
export async function deleteDataset(datasetId: string, deps: DatasetDeps): Promise<DatasetSummary> {
  const { sourceFormat: _, ...dataset } = await findDataset(datasetId, deps);
  const runs = await deps.runs.activeOver(datasetId);
  if (runs.length > 0) {
    const some = runs.slice(0, 5).join(', ');
    throw new RollcallError(
      'DatasetInUse',
      `Dataset ${datasetId} is used by ${runs.length === 1 ? 'the run' : `${runs.length} runs:`} ${some}${runs.length > 5 ? ' …' : ''}. Wait until they end, or cancel them first.`,
    );
  }
  const record = await findDatasetRecord(datasetId, deps);
  if (record) {
    const slug = ownId(ownerOf(datasetId).tenant, slugOf(record.name));
    await withNameLock(slug, deps, () => forgetDataset(record, deps));
  }
  await runWrite(deleteSql(deps.tables.datasets, datasetId), deps);
  return dataset;
}
