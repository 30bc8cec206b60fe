import { BatchGetCommand, type BatchGetCommandOutput, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

const MOST_READ = 100;

/** Items by their keys, in no order; what is not there is left out. */
export async function getItems(
  documents: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
  { ConsistentRead }: { readonly ConsistentRead: boolean },
): Promise<Item[]> {
  const items: Item[] = [];
  for (let first = 0; first < keys.length; first += MOST_READ) {
    let Keys: Item[] | undefined = keys.slice(first, first + MOST_READ);
    while (Keys && Keys.length > 0) {
      const request = new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead } } });
      const found: BatchGetCommandOutput = await documents.send(request);
      items.push(...(found.Responses?.[table] ?? []));
      Keys = found.UnprocessedKeys?.[table]?.Keys;
    }
  }
  return items;
}
