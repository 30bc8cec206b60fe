import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { RollcallError } from '../../contracts/errors.ts';
import { type RunRecord, runRecordSchema } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './control-run.ts';

export async function readRun(evaluationId: string, { documents, runsTable }: ControlDependencies): Promise<RunRecord> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: runsTable, Key: { evaluation_id: evaluationId }, ConsistentRead: true }),
  );
  if (!Item) throw new RollcallError('RunNotFound', `There is no run ${evaluationId}.`);
  return runRecordSchema.parse(Item);
}
