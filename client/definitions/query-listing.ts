import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { LISTING, listingKeysOf } from '../../core/listing.ts';

/** What the index `listing` of a table holds of a tenant's items, or of all of them. */
export async function queryListing(
  client: DynamoDBDocumentClient,
  TableName: string,
  tenant: string | undefined,
): Promise<Record<string, unknown>[]> {
  const { IndexName, partition, sortKey } = LISTING;
  const { [partition]: all, [sortKey]: prefix } = listingKeysOf(tenant ?? '', '');
  const isOfTenant = tenant !== undefined;
  const items: Record<string, unknown>[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      IndexName,
      KeyConditionExpression: `#partition = :all${isOfTenant ? ' AND begins_with(#as, :tenant)' : ''}`,
      ExpressionAttributeNames: { '#partition': partition, ...(isOfTenant && { '#as': sortKey }) },
      ExpressionAttributeValues: { ':all': all, ...(isOfTenant && { ':tenant': prefix }) },
    },
  );
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
