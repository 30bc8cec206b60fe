import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';

const itemSchema = z.object({
  tenant: z.string(),
  version: z.number(),
  /** As JSON text. */
  definition: z.string(),
  updated_at: z.string(),
});

/** Something a tenant has defined under a name. */
export interface StoredDefinition {
  readonly tenant: string;
  readonly name: string;
  /** 1 for the first, one more each time it is written. */
  readonly version: number;
  readonly updatedAt: string;
  readonly definition: unknown;
}

/** What a tenant has defined under names, in versions. Another tenant's do not exist. */
export interface DefinitionTable {
  find(tenant: string, name: string): Promise<StoredDefinition | undefined>;
  /** All of a tenant, by name. */
  list(tenant: string): Promise<StoredDefinition[]>;
  /** With `ifVersion` only in the place of that version (0: only if there is none); else throws what `changed` makes. */
  write(tenant: string, name: string, definition: unknown, ifVersion?: number): Promise<StoredDefinition>;
  /** With `ifVersion` only that version. */
  remove(tenant: string, name: string, ifVersion?: number): Promise<void>;
}

export interface DefinitionTableOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly TableName: string;
  /** The sort key; the partition key is `tenant`. */
  readonly key: string;
  /** The error that says another version stands there. */
  readonly changed: (name: string, expected: number, is?: number) => Error;
}

export function definitionTable({ documents, TableName, key, changed }: DefinitionTableOptions): DefinitionTable {
  const keyOf = (tenant: string, name: string) => ({ TableName, Key: { tenant, [key]: name } });
  const opened = (item: Record<string, unknown>): StoredDefinition => {
    const { tenant, version, definition, updated_at: updatedAt } = itemSchema.parse(item);
    return { tenant, name: String(item[key]), version, updatedAt, definition: JSON.parse(definition) };
  };

  async function find(tenant: string, name: string): Promise<StoredDefinition | undefined> {
    const { Item } = await documents.send(new GetCommand({ ...keyOf(tenant, name), ConsistentRead: true }));
    return Item && opened(Item);
  }

  return {
    find,

    async list(tenant) {
      const query = { KeyConditionExpression: 'tenant = :tenant', ExpressionAttributeValues: { ':tenant': tenant } };
      const found: StoredDefinition[] = [];
      const pages = paginateQuery({ client: documents }, { TableName, ConsistentRead: true, ...query });
      for await (const { Items = [] } of pages) found.push(...Items.map(opened));
      return found;
    },

    async write(tenant, name, definition, ifVersion) {
      for (;;) {
        const was = (await find(tenant, name))?.version ?? 0;
        if (ifVersion !== undefined && ifVersion !== was) throw changed(name, ifVersion, was);
        const version = was + 1;
        const updatedAt = new Date().toISOString();
        const text = JSON.stringify(definition);
        const Item = { tenant, [key]: name, version, definition: text, updated_at: updatedAt };
        const put = new PutCommand({ TableName, Item, ...still(was) });
        if (await ifConditionHolds(documents.send(put))) return { tenant, name, version, updatedAt, definition };
      }
    },

    async remove(tenant, name, ifVersion) {
      const remove = new DeleteCommand({ ...keyOf(tenant, name), ...(ifVersion !== undefined && still(ifVersion)) });
      if (!(await ifConditionHolds(documents.send(remove)))) throw changed(name, ifVersion ?? 0);
    },
  };
}

const still = (version: number) => ({
  ConditionExpression: version === 0 ? 'attribute_not_exists(tenant)' : 'version = :version',
  ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
});
