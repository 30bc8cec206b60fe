import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import { monitorSchema, type StoredMonitor } from '../../contracts/monitor.ts';
import { monitorOf } from '../../core/monitors/given-monitor.ts';
import { ifConditionHolds } from '../run-records/if-condition-holds.ts';
import type { Tracing } from '../traces/connect-traces.ts';

type Deps = Pick<Tracing, 'documents' | 'monitorsTable'>;

const itemSchema = z.object({
  tenant: z.string(),
  version: z.number(),
  definition: z.string(),
  updated_at: z.string(),
});

/** Keeps a monitor; with `ifVersion` only in the place of that version. */
export async function putMonitor(
  tenant: string,
  given: unknown,
  deps: Deps,
  ifVersion?: number,
): Promise<StoredMonitor> {
  const monitor = monitorOf(given);
  const { documents, monitorsTable: TableName } = deps;
  for (;;) {
    const was = (await findMonitor(tenant, monitor.name, deps))?.version ?? 0;
    if (ifVersion !== undefined && ifVersion !== was) throw changed(monitor.name, ifVersion, was);
    const stored = { tenant, version: was + 1, updatedAt: new Date().toISOString(), monitor };
    const put = new PutCommand({
      TableName,
      Item: {
        tenant,
        monitor: monitor.name,
        version: stored.version,
        definition: JSON.stringify(monitor),
        updated_at: stored.updatedAt,
      },
      ConditionExpression: was === 0 ? 'attribute_not_exists(tenant)' : 'version = :was',
      ...(was > 0 && { ExpressionAttributeValues: { ':was': was } }),
    });
    if (await ifConditionHolds(documents.send(put))) return stored;
  }
}

export async function findMonitor(
  tenant: string,
  monitor: string,
  { documents, monitorsTable: TableName }: Deps,
): Promise<StoredMonitor | undefined> {
  const get = new GetCommand({ TableName, Key: { tenant, monitor }, ConsistentRead: true });
  const { Item } = await documents.send(get);
  return Item && opened(Item);
}

export async function readMonitor(tenant: string, name: string, deps: Deps): Promise<StoredMonitor> {
  const found = await findMonitor(tenant, name, deps);
  if (!found) throw new RollcallError('MonitorNotFound', `There is no monitor ${name}.`);
  return found;
}

/** All of a tenant, by name. */
export async function listMonitors(
  tenant: string,
  { documents, monitorsTable: TableName }: Deps,
): Promise<StoredMonitor[]> {
  const query = { KeyConditionExpression: 'tenant = :tenant', ExpressionAttributeValues: { ':tenant': tenant } };
  const found: StoredMonitor[] = [];
  for await (const { Items = [] } of paginateQuery({ client: documents }, { TableName, ...query })) {
    found.push(...Items.map(opened));
  }
  return found;
}

/** Forgets a monitor. Its results stay as long as results are kept. */
export async function removeMonitor(tenant: string, name: string, deps: Deps): Promise<void> {
  await readMonitor(tenant, name, deps);
  const Key = { tenant, monitor: name };
  await deps.documents.send(new DeleteCommand({ TableName: deps.monitorsTable, Key }));
}

function opened(item: unknown): StoredMonitor {
  const { tenant, version, definition, updated_at: updatedAt } = itemSchema.parse(item);
  return { tenant, version, updatedAt, monitor: monitorSchema.parse(JSON.parse(definition)) };
}

const changed = (name: string, expected: number, is: number): RollcallError =>
  new RollcallError('MonitorChanged', `Monitor ${name} is no longer at version ${expected} but at ${is}.`);
