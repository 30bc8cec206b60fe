import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { LONGEST_SECONDS } from '../expiry.ts';

/** When an item of the table `batch-counts` was written, and when DynamoDB deletes it. */
export function stamp(now = Date.now()): { updated_at: string; expires_at: number } {
  return { updated_at: new Date(now).toISOString(), expires_at: Math.floor(now / 1000) + LONGEST_SECONDS };
}

/** All items of a run whose keys begin with `prefix`, in the order of their keys. */
export async function listOfPass(
  documents: DynamoDBDocumentClient,
  TableName: string,
  evaluationId: string,
  prefix: string,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  const pages = paginateQuery(
    { client: documents },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'evaluation_id = :run AND begins_with(#batch, :prefix)',
      ExpressionAttributeNames: { '#batch': 'batch' },
      ExpressionAttributeValues: { ':run': evaluationId, ':prefix': prefix },
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
}
