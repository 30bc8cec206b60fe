import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type StoredTarget, type Target, targetNameOf, targetSchema } from '../../contracts/target.ts';
import { definitionTable, type StoredDefinition } from '../definitions/definition-table.ts';

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

/** Targets are kept as they were given. */
export function createTargetStore(documents: DynamoDBDocumentClient, TableName: string): TargetStore {
  const table = definitionTable({ documents, TableName, key: 'target', changed });

  async function read(tenant: string, name: string): Promise<StoredTarget> {
    const found = await table.find(tenant, name);
    if (!found) throw new RollcallError('UnknownTarget', `There is no target ${name}.`);
    return opened(found);
  }

  return {
    read,
    list: async (tenant) => (await table.list(tenant)).map(opened),

    async write(tenant, given, ifVersion) {
      const name = targetNameOf(parseTarget(given));
      return opened(await table.write(tenant, name, given, ifVersion));
    },

    async remove(tenant, name, ifVersion) {
      const { version } = await read(tenant, name);
      if (ifVersion !== undefined && ifVersion !== version) throw changed(name, ifVersion, version);
      await table.remove(tenant, name, ifVersion);
    },
  };
}

export function parseTarget(given: unknown): Target {
  const parsed = targetSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new RollcallError('InvalidTarget', `The target is not valid. ${describeIssues(parsed.error).join('; ')}`);
}

const opened = ({ definition, ...stored }: StoredDefinition): StoredTarget => ({
  ...stored,
  target: parseTarget(definition),
});

const changed = (name: string, expected: number, is?: number): RollcallError =>
  new RollcallError(
    'TargetChanged',
    `Target ${name} is no longer at version ${expected}${is === undefined ? '' : ` but at ${is}`}: somebody else has changed it.`,
  );
