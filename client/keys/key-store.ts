import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type CreatedKey, type Key, roleSchema } from '../../contracts/api/keys.ts';
import type { Role } from '../../contracts/role.ts';
import { tenantSchema } from '../../contracts/tenant-schema.ts';
import { hashSecret, makeKey } from '../../core/api-key.ts';
import { listingKeysOf } from '../../core/listing.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import { queryListing } from '../definitions/query-listing.ts';

/** A key's item in the table `api-keys`. */
const itemSchema = z.object({
  key_id: z.string(),
  secret_hash: z.string(),
  name: z.string(),
  tenant: tenantSchema,
  role: roleSchema,
  created_at: z.string(),
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
});
type Item = z.output<typeof itemSchema>;
const listedSchema = itemSchema.omit({ secret_hash: true });

export type StoredKey = Key & { readonly secretHash: string };

export interface NewKey {
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
}

export interface KeyStore {
  create(key: NewKey): Promise<CreatedKey>;
  find(keyId: string): Promise<StoredKey | undefined>;
  /** Newest first; of one tenant, if one is named. */
  list(tenant?: string): Promise<Key[]>;
  /** Of one tenant, if one is named. Gives undefined when there is no such key. */
  revoke(keyId: string, tenant?: string): Promise<Key | undefined>;
  noteUse(keyId: string): Promise<void>;
}

export function createKeyStore(client: DynamoDBDocumentClient, TableName: string): KeyStore {
  const find = async (keyId: string) => {
    const { Item } = await client.send(new GetCommand({ TableName, Key: { key_id: keyId }, ConsistentRead: true }));
    return Item ? asStored(itemSchema.parse(Item)) : undefined;
  };
  return {
    find,

    async create({ name, tenant, role }) {
      const { keyId, secret, text } = makeKey();
      const created_at = new Date().toISOString();
      const Item: Item = { key_id: keyId, secret_hash: hashSecret(secret), name, tenant, role, created_at };
      const put = { TableName, Item: { ...Item, ...listingKeysOf(tenant, `${created_at}#${keyId}`) } };
      await client.send(new PutCommand({ ...put, ConditionExpression: 'attribute_not_exists(key_id)' }));
      return { key: text, ...asKey(Item) };
    },

    async list(tenant) {
      const keys = await queryListing(client, TableName, tenant);
      return keys.map((item) => asKey(listedSchema.parse(item))).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },

    async revoke(keyId, tenant) {
      const found = await find(keyId);
      if (!found || (tenant !== undefined && found.tenant !== tenant)) return undefined;
      const { secretHash: _hash, ...key } = found;
      const revokedAt = new Date().toISOString();
      const update = new UpdateCommand({
        TableName,
        Key: { key_id: keyId },
        UpdateExpression: 'SET revoked_at = :now',
        ConditionExpression: 'attribute_exists(key_id) AND attribute_not_exists(revoked_at)',
        ExpressionAttributeValues: { ':now': revokedAt },
      });
      const changed = await ifConditionHolds(client.send(update));
      return changed ? { ...key, revokedAt } : key;
    },

    async noteUse(keyId) {
      const update = new UpdateCommand({
        TableName,
        Key: { key_id: keyId },
        UpdateExpression: 'SET last_used_at = :now',
        ConditionExpression: 'attribute_exists(key_id)',
        ExpressionAttributeValues: { ':now': new Date().toISOString() },
      });
      await ifConditionHolds(client.send(update));
    },
  };
}

const asKey = ({
  key_id,
  name,
  tenant,
  role,
  created_at,
  last_used_at,
  revoked_at,
}: Omit<Item, 'secret_hash'>): Key => ({
  keyId: key_id,
  name,
  tenant,
  role,
  createdAt: created_at,
  ...(last_used_at && { lastUsedAt: last_used_at }),
  ...(revoked_at && { revokedAt: revoked_at }),
});

const asStored = (item: Item): StoredKey => ({ ...asKey(item), secretHash: item.secret_hash });
