import { DeleteObjectsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { BatchWriteCommand, DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { RollcallError } from '../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { EXPORT_FORMATS, EXPORT_PARTS } from '../../contracts/export.ts';
import { exportKey, PREFIXES, repliesKey, rowIndexKey } from '../../contracts/storage-keys.ts';
import { parseJson } from '../../core/json.ts';
import { deleteResults } from '../../core/sql/delete-results.ts';
import { runLogPrefix } from '../../domain/run-log/log-keys.ts';
import { isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import { withResultsLease } from '../../domain/run-records/store/table-lease.ts';
import { runWrite } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';

/**
 * Deletes a run that is over: rows of the table, logs, working files, exports, counts, what judges said of it, and last its
 * record, so that what was cut short can be done again.
 */
export async function deleteRun(evaluationId: string, installation: Installation): Promise<void> {
  const { clients, outputs, queries, tables, runs } = installation;
  const record = await runs.read(evaluationId);
  if (!isOver(record.status) || !record.finished_at) {
    throw new RollcallError('RunStillActive', `Run ${evaluationId} is ${record.status}.`);
  }
  await withResultsLease(clients.documents, outputs.BatchCountsTableName, `delete ${evaluationId}`, () =>
    runWrite(deleteResults(tables, evaluationId), queries),
  );
  await deleteKeys([rowIndexKey(evaluationId), ...exportKeys(record)], installation);
  for (const judgeRun of record.judge_runs ?? []) {
    const asked = record.judged?.[judgeRun];
    if (asked) await deleteKeys([repliesKey(asked.asker_id, judgeRun)], installation);
    await deleteWork(judgeRun, installation);
  }
  await deleteWork(evaluationId, installation);
}

/** Logs, working files, counts, and the record. */
async function deleteWork(evaluationId: string, installation: Installation): Promise<void> {
  const { clients, outputs } = installation;
  for (const prefix of [runLogPrefix(evaluationId), `${PREFIXES.runs}${evaluationId}/`]) {
    await deletePrefix(prefix, installation);
  }
  await deleteCounts(evaluationId, installation);
  const key = { TableName: outputs.RunsTableName, Key: { evaluation_id: evaluationId } };
  await clients.documents.send(new DeleteCommand(key));
}

/** Where exports of a run may be: the last one's place, and those that its configuration leads to. */
function exportKeys({ evaluation_id: id, export_uri: uri, config }: RunRecord): string[] {
  const folder = evaluationConfigSchema.safeParse(parseJson(config)).data?.export?.destinationPrefix;
  const folders = folder ? ['', folder] : [''];
  const last = uri ? [decodeURIComponent(new URL(uri).pathname.slice(1))] : [];
  const files = EXPORT_PARTS.flatMap((part) => EXPORT_FORMATS.map((format) => ({ part, format })));
  return [...last, ...folders.flatMap((one) => files.map(({ part, format }) => exportKey(id, format, one, part)))];
}

async function deletePrefix(Prefix: string, installation: Installation): Promise<void> {
  const { clients, outputs } = installation;
  const request = { Bucket: outputs.DataBucketName, Prefix };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: clients.s3 }, request)) {
    await deleteKeys(
      Contents.map(({ Key = '' }) => Key),
      installation,
    );
  }
}

/** At most 1,000 of them, which is what a page of a listing has. Keys that are not there are no failure. */
async function deleteKeys(keys: readonly string[], { clients, outputs }: Installation): Promise<void> {
  if (keys.length === 0) return;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await clients.s3.send(new DeleteObjectsCommand({ Bucket: outputs.DataBucketName, Delete }));
  if (Errors[0]) throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0].Code} for one of them.`);
}

async function deleteCounts(evaluationId: string, { clients, outputs }: Installation): Promise<void> {
  const TableName = outputs.BatchCountsTableName;
  const pages = paginateQuery(
    { client: clients.documents, pageSize: 25 },
    {
      TableName,
      KeyConditionExpression: 'evaluation_id = :id',
      ExpressionAttributeValues: { ':id': evaluationId },
      ProjectionExpression: 'evaluation_id, #batch',
      ExpressionAttributeNames: { '#batch': 'batch' },
    },
  );
  for await (const { Items = [] } of pages) {
    if (Items.length === 0) continue;
    const requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
    await clients.documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }
}
