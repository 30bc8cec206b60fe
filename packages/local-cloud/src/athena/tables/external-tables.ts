import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRecord } from '../../glue/catalog.ts';
import type { StoredObject, StoredObjects } from '../../s3/service.ts';
import { literal } from '../sql/functions/function.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import { fromHiveType } from './hive-type.ts';
import { columnsOf, type TableColumn } from './iceberg-tables.ts';
import type { Partition } from './partitions.ts';
import { readerFor } from './serdes.ts';

/** The objects of one partition, and what its columns say. */
interface Slice {
  readonly values: Readonly<Record<string, string>>;
  readonly objects: StoredObject[];
}

export interface ExternalRelation {
  readonly sql: string;
  readonly bytes: number;
}

/** An external table as a subquery over its S3 objects' files. */
export async function externalRelation(
  record: TableRecord,
  partitions: readonly Partition[],
  objects: StoredObjects,
  connection: DuckDBConnection,
  onRead: (bucket: string, prefix: string, found: readonly StoredObject[]) => void,
): Promise<ExternalRelation> {
  const columns = columnsOf(record);
  const keys = (record.input.PartitionKeys ?? []).map((key) => ({
    name: key.Name.toLowerCase(),
    duckType: fromHiveType(key.Type ?? 'string'),
  }));
  const read = readerFor(record);
  const selects: string[] = [];
  let bytes = 0;
  for (const partition of partitions) {
    const found = visibleObjects(objects, partition);
    onRead(partition.location.bucket, partition.location.prefix, found);
    for (const slice of slicesOf(partition, found)) {
      bytes += slice.objects.reduce((sum, object) => sum + object.size, 0);
      for (const source of await read(slice.objects, columns, connection)) {
        selects.push(
          `SELECT ${[...columns.map((column) => quoted(column.name)), ...keys.map((key) => constantOf(key, slice))].join(', ')} FROM ${source}`,
        );
      }
    }
  }
  if (selects.length === 0) {
    const nothing = [...columns, ...keys].map((column) => `CAST(NULL AS ${column.duckType}) AS ${quoted(column.name)}`);
    selects.push(`SELECT ${nothing.join(', ')} WHERE false`);
  }
  return { sql: `(${selects.join(' UNION ALL ')})`, bytes };
}

function constantOf(key: TableColumn, slice: Slice): string {
  return `CAST(${literal(slice.values[key.name] ?? '')} AS ${key.duckType}) AS ${quoted(key.name)}`;
}

/** Hive and Athena pass over names that begin with `_` or `.`, and over folder markers. */
function visibleObjects(objects: StoredObjects, { location }: Partition): StoredObject[] {
  try {
    return [...objects.list(location.bucket, location.prefix)].filter((object) => {
      const name = object.key.slice(object.key.lastIndexOf('/') + 1);
      return object.size > 0 && name !== '' && !name.startsWith('_') && !name.startsWith('.');
    });
  } catch (error) {
    throw new QueryError('HIVE_FILESYSTEM_ERROR', error instanceof Error ? error.message : String(error));
  }
}

function slicesOf(partition: Partition, found: StoredObject[]): Slice[] {
  const { pattern, values } = partition;
  if (!pattern) return found.length > 0 ? [{ values, objects: found }] : [];
  const slices = new Map<string, Slice>();
  for (const object of found) {
    const match = pattern.regexp.exec(object.key);
    if (!match) continue;
    const read = Object.fromEntries(pattern.columns.map((column, index) => [column, match[index + 1] ?? '']));
    const slice = slices.get(match[0]) ?? { values: { ...values, ...read }, objects: [] };
    slice.objects.push(object);
    slices.set(match[0], slice);
  }
  return [...slices.values()];
}
