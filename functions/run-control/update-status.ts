import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RunRecord, RunStatus } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './control-run.ts';

/** Sets fields of the record if its status is still what was read; otherwise nothing changes and the answer is false. */
export async function updateStatus(
  record: RunRecord,
  fields: Partial<RunRecord> & { status: RunStatus },
  { documents, runsTable }: ControlDependencies,
  remove: string[] = [],
): Promise<boolean> {
  const values = { ...fields, updated_at: new Date().toISOString() };
  const names = Object.keys(values);
  const removal = remove.length > 0 ? ` REMOVE ${remove.join(', ')}` : '';
  try {
    await documents.send(
      new UpdateCommand({
        TableName: runsTable,
        Key: { evaluation_id: record.evaluation_id },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${removal}`,
        ConditionExpression: '#status = :was',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
          ':was': record.status,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
