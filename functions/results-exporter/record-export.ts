import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ExportDependencies } from './export-results.ts';

/** Notes on the run record where the latest export is. Rows may be there without a record; they are exported all the same. */
export async function recordExport(evaluationId: string, s3Uri: string, deps: ExportDependencies): Promise<void> {
  try {
    await deps.documents.send(
      new UpdateCommand({
        TableName: deps.runsTable,
        Key: { evaluation_id: evaluationId },
        UpdateExpression: 'SET export_uri = :uri',
        ConditionExpression: 'attribute_exists(evaluation_id)',
        ExpressionAttributeValues: { ':uri': s3Uri },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
