import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type RunRecord, runRecordSchema } from '../../contracts/run-record.ts';
import { type Summary, summarySchema } from '../../contracts/summary.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';

export async function readRecord(evaluationId: string, connection: Connection): Promise<RunRecord> {
  const record = await findRecord(evaluationId, connection);
  if (record) return record;
  throw usageError(
    `There is no run ${evaluationId} in ${connection.label}.`,
    `List the runs with: rollcall runs ${connection.flags}`.trimEnd(),
  );
}

export async function findRecord(
  evaluationId: string,
  { clients, outputs }: Connection,
): Promise<RunRecord | undefined> {
  const { Item } = await clients.documents.send(
    new GetCommand({
      TableName: outputs.RunsTableName,
      Key: { evaluation_id: evaluationId },
      ConsistentRead: true,
    }),
  );
  return Item && runRecordSchema.parse(Item);
}

/** All runs, newest first. */
export async function listRecords({ clients, outputs }: Connection): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  const pages = paginateScan({ client: clients.documents }, { TableName: outputs.RunsTableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      // A record written by another version is left out rather than hiding all the others.
      const parsed = runRecordSchema.safeParse(item);
      if (parsed.success) records.push(parsed.data);
    }
  }
  return records.sort((a, b) => b.started_at.localeCompare(a.started_at));
}

/** The exact figures of a run that is over. */
export const summaryOf = (record: RunRecord): Summary | undefined =>
  record.summary === undefined ? undefined : summarySchema.parse(JSON.parse(record.summary));
