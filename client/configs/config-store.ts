import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';

const itemSchema = z.object({
  config_id: z.string(),
  /** JSON text, or an object when a person wrote the item by hand. */
  config: z.unknown(),
  version: z.number().optional(),
  updated_at: z.string().optional(),
});

export interface StoredConfig {
  /** As it is stored: with the tenant, if that is another than the default one. */
  readonly configId: string;
  readonly config: unknown;
  /** 0 for one that was written before there were versions. */
  readonly version: number;
  readonly updatedAt?: string;
}

/** Configurations kept under a name, for runs by `configId`. */
export interface ConfigStore {
  find(configId: string): Promise<StoredConfig | undefined>;
  list(): Promise<StoredConfig[]>;
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

    async list() {
      const configs: StoredConfig[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName })) configs.push(...Items.map(opened));
      return configs.sort((a, b) => a.configId.localeCompare(b.configId));
    },

    async put(configId, config, version) {
      const was = version ?? (await find(configId))?.version ?? 0;
      const updatedAt = new Date().toISOString();
      const Item = { config_id: configId, config: JSON.stringify(config), version: was + 1, updated_at: updatedAt };
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

function opened(item: unknown): StoredConfig {
  const { config_id: configId, config, version = 0, updated_at: updatedAt } = itemSchema.parse(item);
  return { configId, config: parsed(config), version, ...(updatedAt && { updatedAt }) };
}

function parsed(config: unknown): unknown {
  if (typeof config !== 'string') return config;
  try {
    return JSON.parse(config);
  } catch {
    return config;
  }
}
