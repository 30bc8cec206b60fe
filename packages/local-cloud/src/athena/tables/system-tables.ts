import type { TableRecord } from '../../glue/catalog.ts';
import type { Column } from '../sql/analysis/scope.ts';
import { literal } from '../sql/functions/function.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import type { TableReference } from '../sql/table-references.ts';
import { toTrinoType } from './hive-type.ts';
import { partitionKeysOf } from './partitions.ts';
import { findTable, isIceberg, type Tables } from './resolve.ts';
import { displayName, type NameContext, type TableName, tableName } from './table-name.ts';
import { isView, viewDefinition } from './views.ts';

interface SystemTable {
  readonly sql: string;
  readonly columns: readonly Column[];
}

type Row = readonly (string | number | null)[];

/** `information_schema.tables` and `"t$partitions"`: what the catalog knows, as a table. Undefined for any other name. */
export function systemTable(
  { parts, node }: TableReference,
  context: NameContext,
  tables: Tables,
): SystemTable | undefined {
  const name = tableName(parts, context, tables.accountId, node);
  if (name.database === 'information_schema') return informationSchema(name, tables, node);
  const [, base, kind] = /^(.+)\$(\w+)$/.exec(name.table) ?? [];
  if (!base || !kind || tables.catalog.findTable(name.catalogId, name.database, name.table)) return undefined;
  const record = findTable({ ...name, table: base }, tables, node);
  if (kind === 'partitions' && !isIceberg(record)) return partitionsTable({ ...name, table: base }, record, tables);
  const reason = isIceberg(record)
    ? 'The local cloud keeps no history of an Iceberg table'
    : `Table '${displayName(name)}' does not exist`;
  throw new QueryError(isIceberg(record) ? 'NOT_SUPPORTED' : 'TABLE_NOT_FOUND', reason, node);
}

const SCHEMA: Readonly<Record<string, Readonly<Record<string, 'varchar' | 'bigint'>>>> = {
  schemata: { catalog_name: 'varchar', schema_name: 'varchar' },
  tables: { table_catalog: 'varchar', table_schema: 'varchar', table_name: 'varchar', table_type: 'varchar' },
  views: { table_catalog: 'varchar', table_schema: 'varchar', table_name: 'varchar', view_definition: 'varchar' },
  columns: {
    table_catalog: 'varchar',
    table_schema: 'varchar',
    table_name: 'varchar',
    column_name: 'varchar',
    ordinal_position: 'bigint',
    column_default: 'varchar',
    is_nullable: 'varchar',
    data_type: 'varchar',
  },
};

function informationSchema(name: TableName, tables: Tables, node: TableReference['node']): SystemTable {
  const columns = Object.hasOwn(SCHEMA, name.table) ? SCHEMA[name.table] : undefined;
  if (!columns) throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`, node);
  return relation(columns, [...rowsOf(name, tables)]);
}

function* rowsOf({ catalog, catalogId, table }: TableName, tables: Tables): Generator<Row> {
  tables.access.catalog('GetDatabases', { catalogId });
  const databases = tables.catalog.databases(catalogId).map(({ input }) => input.Name);
  if (table === 'schemata') {
    for (const database of [...databases, 'information_schema']) yield [catalog, database];
    return;
  }
  for (const database of databases) {
    tables.access.catalog('GetTables', { catalogId, database, table: '*' });
    for (const record of tables.catalog.tables(catalogId, database)) {
      const own = [catalog, database, record.input.Name];
      if (table === 'tables') yield [...own, isView(record) ? 'VIEW' : 'BASE TABLE'];
      else if (table === 'columns') for (const column of columnRows(record)) yield [...own, ...column];
      else if (isView(record)) yield [...own, viewDefinition(record).sql];
    }
  }
}

const columnRows = (record: TableRecord): Row[] =>
  [...(record.input.StorageDescriptor?.Columns ?? []), ...(record.input.PartitionKeys ?? [])].map(
    ({ Name, Type = 'string' }, index) => [Name, index + 1, null, 'YES', toTrinoType(Type, isIceberg(record) ? 6 : 3)],
  );

/** The values of a Hive table's partition columns, one row a partition. */
function partitionsTable(name: TableName, record: TableRecord, tables: Tables): SystemTable {
  tables.access.catalog('GetPartitions', name);
  const columns = Object.fromEntries(partitionKeysOf(record).map((key) => [key, 'varchar' as const]));
  const partitions = tables.catalog.partitions(name.catalogId, name.database, name.table);
  return relation(
    columns,
    partitions.map(({ input }) => input.Values),
  );
}

function relation(columns: Readonly<Record<string, 'varchar' | 'bigint'>>, rows: readonly Row[]): SystemTable {
  const names = Object.keys(columns);
  const casts = Object.entries(columns).map(([name, type]) => `CAST(${quoted(name)} AS ${type}) AS ${quoted(name)}`);
  const values = (rows.length > 0 ? rows : [names.map(() => null)]).map(
    (row) => `(${row.map((value) => (typeof value === 'string' ? literal(value) : (value ?? 'NULL'))).join(', ')})`,
  );
  return {
    sql: `(SELECT ${casts.join(', ')} FROM (VALUES ${values.join(', ')}) AS v(${names.map(quoted).join(', ')})
      WHERE ${rows.length > 0})`,
    columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  };
}
