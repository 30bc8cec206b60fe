import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { isOver, RUN_STATUSES, type RunRecord, runRecordSchema } from '../run-record.ts';

/** All runs, newest first. Those that ask judges about others are part of these. */
export async function listRuns(client: DynamoDBDocumentClient, TableName: string): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    for (const item of Items) {
      // A record written by another version is left out rather than hiding all the others.
      const parsed = runRecordSchema.safeParse(item);
      if (parsed.success && !parsed.data.judge_of) records.push(parsed.data);
    }
  }
  return records.sort((a, b) => b.started_at.localeCompare(a.started_at));
}

/** Ids of the runs that still have rows of a dataset to read. */
export async function activeRunsOver(
  datasetId: string,
  client: DynamoDBDocumentClient,
  TableName: string,
): Promise<string[]> {
  const active = RUN_STATUSES.filter((status) => !isOver(status));
  const pages = paginateScan(
    { client },
    {
      TableName,
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
