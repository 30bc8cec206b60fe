import type { PartitionRecord, TableRecord } from '../../glue/catalog.ts';
import { QueryError } from '../sql/query-error.ts';
import { type Location, parseLocation } from './location.ts';

/** Where some of a table's objects are, and what its partition columns say for them. */
export interface Partition {
  readonly location: Location;
  readonly values: Readonly<Record<string, string>>;
  /** For keys below the location that say the rest: partition columns that the query leaves open. */
  readonly pattern?: { readonly regexp: RegExp; readonly columns: readonly string[] };
}

type Constants = (column: string) => string[] | undefined;

export const partitionKeysOf = (record: TableRecord): string[] =>
  (record.input.PartitionKeys ?? []).map((key) => key.Name.toLowerCase());

/** The places to read: one for a plain table, the catalog's for a partitioned one, computed ones with projection. */
export function partitionsOf(
  record: TableRecord,
  registered: () => PartitionRecord[],
  constants: Constants,
): Partition[] {
  const keys = partitionKeysOf(record);
  const location = record.input.StorageDescriptor?.Location;
  if (keys.length === 0) return [{ location: parseLocation(location), values: {} }];
  if (isProjected(record)) return projected(record, keys, constants);
  return registered()
    .map(({ input }) => ({
      location: parseLocation(input.StorageDescriptor?.Location),
      values: Object.fromEntries(keys.map((key, index) => [key, input.Values[index] ?? ''])),
    }))
    .filter((partition) => keys.every((key) => constants(key)?.includes(partition.values[key] ?? '') ?? true));
}

const isProjected = ({ input }: TableRecord): boolean =>
  input.Parameters?.['projection.enabled']?.toLowerCase() === 'true';

/** Partition projection: the table's properties say where a partition is, so nothing needs to be registered. */
function projected(record: TableRecord, keys: readonly string[], constants: Constants): Partition[] {
  const properties = record.input.Parameters ?? {};
  const base = (record.input.StorageDescriptor?.Location ?? '').replace(/\/$/, '');
  const template =
    properties['storage.location.template'] ?? `${base}/${keys.map((key) => `${key}=\${${key}}`).join('/')}/`;
  let choices: Record<string, string>[] = [{}];
  for (const key of keys) {
    const type = properties[`projection.${key}.type`]?.trim().toLowerCase();
    if (!type) {
      throw new QueryError(
        'INVALID_TABLE_PROPERTY',
        `Table ${record.input.Name} is configured for partition projection, but the following partition columns are missing projection configuration: [${key}]`,
      );
    }
    const values = constants(key);
    if (type === 'injected' && !values) {
      throw new QueryError(
        'CONSTRAINT_VIOLATION',
        `For the injected projected partition column ${key}, the WHERE clause must contain only static equality conditions, and at least one such condition must be present.`,
      );
    }
    if (values) choices = choices.flatMap((choice) => values.map((value) => ({ ...choice, [key]: value })));
  }
  return choices
    .filter((choice) => Object.entries(choice).every(([key, value]) => inDomain(properties, key, value)))
    .map((choice) => place(template, choice, keys, properties));
}

/** A location whose open columns, if any, are read off the keys found below its fixed beginning. */
function place(
  template: string,
  choice: Record<string, string>,
  keys: readonly string[],
  properties: Readonly<Record<string, string>>,
): Partition {
  const filled = template.replace(/\$\{(\w+)\}/g, (whole, name: string) => choice[name.toLowerCase()] ?? whole);
  const open = keys.filter((key) => choice[key] === undefined);
  if (open.length === 0) return { location: parseLocation(filled), values: choice };
  const { bucket, prefix } = parseLocation(filled);
  const columns: string[] = [];
  const pattern = prefix.replace(/\$\{(\w+)\}|[.*+?^${}()|[\]\\]/g, (whole, name: string | undefined) => {
    if (name === undefined) return `\\${whole}`;
    columns.push(name.toLowerCase());
    const values = properties[`projection.${name.toLowerCase()}.values`];
    return values ? `(${values.split(',').map(escaped).join('|')})` : '([^/]+)';
  });
  const fixed = prefix.slice(0, prefix.indexOf('${'));
  return {
    location: { bucket, prefix: fixed },
    values: choice,
    pattern: { regexp: new RegExp(`^${pattern}`), columns },
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A value outside the projection's range names a partition that does not exist. */
function inDomain(properties: Readonly<Record<string, string>>, key: string, value: string): boolean {
  const values = properties[`projection.${key}.values`];
  if (values !== undefined) return values.split(',').includes(value);
  const [from, to] = (properties[`projection.${key}.range`] ?? '').split(',');
  if (properties[`projection.${key}.type`]?.trim().toLowerCase() === 'integer' && from && to) {
    return Number(value) >= Number(from) && Number(value) <= Number(to);
  }
  return true;
}
