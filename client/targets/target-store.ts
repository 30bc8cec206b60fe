import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type StoredTarget, type Target, targetNameOf, targetSchema } from '../../contracts/target.ts';
import { ifConditionHolds } from '../run-records/if-condition-holds.ts';

/** The item in the table `targets`, key `tenant` and `target`. */
const itemSchema = z.object({
  tenant: z.string(),
  target: z.string(),
  version: z.number(),
  /** The target as it was given, as JSON text. */
  definition: z.string(),
  updated_at: z.string(),
});

/** The registered targets. Each belongs to a tenant; another's do not exist. */
export interface TargetStore {
  /** Keeps a target. With `ifVersion` only in the place of that version; 0: only if there is none. */
  write(tenant: string, given: unknown, ifVersion?: number): Promise<StoredTarget>;
  /** The target, or an error UnknownTarget. */
  read(tenant: string, name: string): Promise<StoredTarget>;
  /** All of a tenant, by name. */
  list(tenant: string): Promise<StoredTarget[]>;
  /** With `ifVersion` only that version. */
  remove(tenant: string, name: string, ifVersion?: number): Promise<void>;
}

export function createTargetStore(documents: DynamoDBDocumentClient, TableName: string): TargetStore {
  async function find(tenant: string, name: string): Promise<StoredTarget | undefined> {
    const get = new GetCommand({ TableName, Key: { tenant, target: name }, ConsistentRead: true });
    const { Item } = await documents.send(get);
    return Item && opened(Item);
  }

  async function read(tenant: string, name: string): Promise<StoredTarget> {
    const found = await find(tenant, name);
    if (!found) throw new RollcallError('UnknownTarget', `There is no target ${name}.`);
    return found;
  }

  async function list(tenant: string): Promise<StoredTarget[]> {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'tenant = :tenant',
        ExpressionAttributeValues: { ':tenant': tenant },
      },
    );
    const found: StoredTarget[] = [];
    for await (const { Items = [] } of pages) found.push(...Items.map(opened));
    return found;
  }

  return {
    read,
    list,

    async write(tenant, given, ifVersion) {
      const target = parseTarget(given);
      const name = targetNameOf(target);
      for (;;) {
        const was = (await find(tenant, name))?.version ?? 0;
        if (ifVersion !== undefined && ifVersion !== was) throw changed(name, ifVersion, was);
        const version = was + 1;
        const updatedAt = new Date().toISOString();
        const Item = { tenant, target: name, version, definition: JSON.stringify(given), updated_at: updatedAt };
        const put = new PutCommand({ TableName, Item, ...still(was) });
        if (await ifConditionHolds(documents.send(put))) return { tenant, name, version, updatedAt, target };
      }
    },

    async remove(tenant, name, ifVersion) {
      const { version } = await read(tenant, name);
      if (ifVersion !== undefined && ifVersion !== version) throw changed(name, ifVersion, version);
      const key = { TableName, Key: { tenant, target: name } };
      const removed = documents.send(new DeleteCommand({ ...key, ...(ifVersion !== undefined && still(version)) }));
      if (!(await ifConditionHolds(removed))) throw changed(name, version);
    },
  };
}

export function parseTarget(given: unknown): Target {
  const parsed = targetSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new RollcallError('InvalidTarget', `The target is not valid. ${describeIssues(parsed.error).join('; ')}`);
}

function opened(item: unknown): StoredTarget {
  const { tenant, target: name, version, definition, updated_at: updatedAt } = itemSchema.parse(item);
  return { tenant, name, version, updatedAt, target: parseTarget(JSON.parse(definition)) };
}

const still = (version: number) => ({
  ConditionExpression: version === 0 ? 'attribute_not_exists(tenant)' : 'version = :version',
  ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
});

const changed = (name: string, expected: number, is?: number): RollcallError =>
  new RollcallError(
    'TargetChanged',
    `Target ${name} is no longer at version ${expected}${is === undefined ? '' : ` but at ${is}`}: somebody else has changed it.`,
  );
