import { RollcallError } from '../../contracts/errors.ts';
import { monitorSchema, type StoredMonitor } from '../../contracts/monitor.ts';
import { monitorOf } from '../../core/monitors/given-monitor.ts';
import { definitionTable, type StoredDefinition } from '../definitions/definition-table.ts';
import type { Tracing } from '../traces/connect-traces.ts';
import { type AlarmDeps, keepAlarm, removeAlarm } from './monitor-alarm.ts';

type Deps = Pick<Tracing, 'documents' | 'monitorsTable'>;
type ChangeDeps = Deps & AlarmDeps;

const monitors = ({ documents, monitorsTable: TableName }: Deps) =>
  definitionTable({ documents, TableName, key: 'monitor', changed });

/** Keeps a monitor; with `ifVersion` only in the place of that version. */
export async function putMonitor(
  tenant: string,
  given: unknown,
  deps: ChangeDeps,
  ifVersion?: number,
): Promise<StoredMonitor> {
  const monitor = await monitorOf(given);
  const before = await findMonitor(tenant, monitor.name, deps);
  const stored = opened(await monitors(deps).write(tenant, monitor.name, monitor, ifVersion));
  await keepAlarm(stored, before?.monitor, deps);
  return stored;
}

export async function findMonitor(tenant: string, name: string, deps: Deps): Promise<StoredMonitor | undefined> {
  const found = await monitors(deps).find(tenant, name);
  return found && opened(found);
}

export async function readMonitor(tenant: string, name: string, deps: Deps): Promise<StoredMonitor> {
  const found = await findMonitor(tenant, name, deps);
  if (!found) throw new RollcallError('MonitorNotFound', `There is no monitor ${name}.`);
  return found;
}

/** All of a tenant, by name. */
export async function listMonitors(tenant: string, deps: Deps): Promise<StoredMonitor[]> {
  return (await monitors(deps).list(tenant)).map(opened);
}

/** Forgets a monitor. Its results stay as long as results are kept. */
export async function removeMonitor(tenant: string, name: string, deps: ChangeDeps): Promise<void> {
  const { monitor } = await readMonitor(tenant, name, deps);
  if (monitor.alarm) await removeAlarm(tenant, name, deps);
  await monitors(deps).remove(tenant, name);
}

const opened = ({ tenant, version, updatedAt, definition }: StoredDefinition): StoredMonitor => ({
  tenant,
  version,
  updatedAt,
  monitor: monitorSchema.parse(definition),
});

const changed = (name: string, expected: number, is?: number): RollcallError =>
  new RollcallError(
    'MonitorChanged',
    `Monitor ${name} is no longer at version ${expected}${is === undefined ? '' : ` but at ${is}`}.`,
  );
