import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ownerOf } from '../../contracts/tenant.ts';
import { listingKeysOf } from '../../core/listing.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import { queryListing } from '../definitions/query-listing.ts';

const itemSchema = z.object({
  config_id: z.string(),
  /** JSON text, or an object when a person wrote the item by hand. */
  config: z.unknown(),
  version: z.number().optional(),
  updated_at: z.string().optional(),
});

const listedSchema = itemSchema.omit({ config: true });

export interface StoredConfig {
  /** As it is stored: with the tenant, if that is another than the default one. */
  readonly configId: string;
  readonly config: unknown;
  /** 0 for one that was written before there were versions. */
  readonly version: number;
  readonly updatedAt?: string;
}

export type ListedConfig = Omit<StoredConfig, 'config'>;

/** Configurations kept under a name, for runs by `configId`. */
export interface ConfigStore {
  find(configId: string): Promise<StoredConfig | undefined>;
  /** By name, without the configurations themselves; of one tenant, if one is named. Those written by hand are not listed. */
  list(tenant?: string): Promise<ListedConfig[]>;
  /** Undefined when `version` is given and is not the stored one (0: there must be none yet, or one without a version). */
  put(configId: string, config: unknown, version?: number): Promise<StoredConfig | undefined>;
  /** False when `version` is given and is not the stored one. */
  remove(configId: string, version?: number): Promise<boolean>;
}

export function createConfigStore(client: DynamoDBDocumentClient, TableName: string): ConfigStore {
  async function find(configId: string): Promise<StoredConfig | undefined> {
    const get = new GetCommand({ TableName, Key: { config_id: configId }, ConsistentRead: true });
    const { Item } = await client.send(get);
    return Item && opened(Item);
  }
  return {
    find,

    async list(tenant) {
      const items = await queryListing(client, TableName, tenant);
      return items.map(listed).sort((a, b) => a.configId.localeCompare(b.configId));
    },

    async put(configId, config, version) {
      const was = version ?? (await find(configId))?.version ?? 0;
      const updatedAt = new Date().toISOString();
      const owner = ownerOf(configId);
      const Item = {
        config_id: configId,
        config: JSON.stringify(config),
        version: was + 1,
        updated_at: updatedAt,
        ...listingKeysOf(owner.tenant, owner.id),
      };
      const put = new PutCommand({ TableName, Item, ...(version !== undefined && isVersion(version)) });
      if (!(await ifConditionHolds(client.send(put)))) return undefined;
      return { configId, config, version: was + 1, updatedAt };
    },

    async remove(configId, version) {
      const key = { TableName, Key: { config_id: configId } };
      const remove = new DeleteCommand({ ...key, ...(version !== undefined && isVersion(version)) });
      return (await ifConditionHolds(client.send(remove))) !== undefined;
    },
  };
}

const isVersion = (version: number) =>
  version === 0
    ? { ConditionExpression: 'attribute_not_exists(version)' }
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } };

function listed(item: unknown): ListedConfig {
  const { config_id: configId, version = 0, updated_at: updatedAt } = listedSchema.parse(item);
  return { configId, version, ...(updatedAt && { updatedAt }) };
}

const opened = (item: unknown): StoredConfig => ({ ...listed(item), config: parsed(itemSchema.parse(item).config) });

function parsed(config: unknown): unknown {
  if (typeof config !== 'string') return config;
  try {
    return JSON.parse(config);
  } catch {
    return config;
  }
}
