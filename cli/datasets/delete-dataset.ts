import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { RollcallError } from '../../contracts/errors.ts';
import { isOver, RUN_STATUSES } from '../../contracts/run-record.ts';
import { deleteDataset as deleteSql } from '../../core/sql/datasets.ts';
import { type DatasetDeps, datasetsTable } from './dataset-deps.ts';
import type { DatasetSummary } from './list-datasets.ts';
import { runWrite } from './query.ts';
import { findDataset } from './show-dataset.ts';

/** Deletes a dataset that no run is using. Results of earlier runs stay. */
export async function deleteDataset(datasetId: string, deps: DatasetDeps): Promise<DatasetSummary> {
  const { sourceFormat: _, ...dataset } = await findDataset(datasetId, deps);
  const runs = await activeRuns(datasetId, deps);
  if (runs.length > 0) {
    const some = runs.slice(0, 5).join(', ');
    throw new RollcallError(
      'DatasetInUse',
      `Dataset ${datasetId} is used by ${runs.length === 1 ? 'the run' : `${runs.length} runs:`} ${some}${runs.length > 5 ? ' …' : ''}. Wait until they end, or cancel them first.`,
    );
  }
  await runWrite(deleteSql(datasetsTable(deps), datasetId), deps);
  return dataset;
}

/** Runs that still have rows to read. */
async function activeRuns(datasetId: string, { documents, runsTable }: DatasetDeps): Promise<string[]> {
  const active = RUN_STATUSES.filter((status) => !isOver(status));
  const pages = paginateScan(
    { client: documents },
    {
      TableName: runsTable,
      ConsistentRead: true,
      ProjectionExpression: 'evaluation_id',
      FilterExpression: `dataset_id = :dataset AND #status IN (${active.map((_, index) => `:s${index}`).join(', ')})`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':dataset': datasetId,
        ...Object.fromEntries(active.map((status, index) => [`:s${index}`, status])),
      },
    },
  );
  const runs: string[] = [];
  for await (const { Items = [] } of pages) runs.push(...Items.map((item) => String(item.evaluation_id)));
  return runs;
}
