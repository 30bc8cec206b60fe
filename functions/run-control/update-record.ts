import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './control-run.ts';

/**
 * Sets fields of the record, and removes those that are `undefined`, if status and execution are still what was read.
 * Otherwise nothing changes and the answer is false.
 */
export async function updateRecord(
  record: RunRecord,
  fields: Partial<RunRecord>,
  { documents, runsTable }: ControlDependencies,
): Promise<boolean> {
  const entries = Object.entries({ ...fields, updated_at: new Date().toISOString() });
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  const expression = [
    `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
  ];
  try {
    await documents.send(
      new UpdateCommand({
        TableName: runsTable,
        Key: { evaluation_id: record.evaluation_id },
        UpdateExpression: expression.join(' '),
        ConditionExpression: '#status = :wasStatus AND #execution_arn = :wasExecution',
        ExpressionAttributeNames: {
          ...Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
          '#status': 'status',
          '#execution_arn': 'execution_arn',
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          ':wasStatus': record.status,
          ':wasExecution': record.execution_arn,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
