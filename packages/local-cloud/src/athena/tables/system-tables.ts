import type { TableRecord } from '../../glue/catalog.ts';
import { QueryError } from '../sql/query-error.ts';
import type { TableReference } from '../sql/table-references.ts';
import { type ConstantRelation, cell, constantRelation } from './constant-relation.ts';
import { toTrinoType } from './hive-type.ts';
import { partitionKeysOf } from './partitions.ts';
import { findTable, isIceberg, type Tables } from './resolve.ts';
import { displayName, type NameContext, type TableName, tableName } from './table-name.ts';
import { isView, viewDefinition } from './views.ts';

type Row = readonly (string | number | null)[];

/**
 * `information_schema.tables` and a Hive table's `"t$partitions"`: what the catalog knows, as a table. Undefined for any other name.
 */
export async function systemTable(
  { parts, node }: TableReference,
  context: NameContext,
  tables: Tables,
): Promise<ConstantRelation | undefined> {
  const name = tableName(parts, context, tables.accountId, node);
  if (name.database === 'information_schema') return informationSchema(name, tables, node);
  const [, base, kind] = /^(.+)\$(\w+)$/.exec(name.table) ?? [];
  if (!base || !kind || tables.catalog.findTable(name.catalogId, name.database, name.table)) return undefined;
  const own = { ...name, table: base };
  const record = findTable(own, tables, node);
  if (isIceberg(record)) {
    throw new QueryError('NOT_SUPPORTED', `The local cloud has no table "${name.table}" of an Iceberg table`, node);
  }
  if (kind !== 'partitions') {
    throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`, node);
  }
  return partitionsTable(own, record, tables);
}

const SCHEMA: Readonly<Record<string, Readonly<Record<string, 'VARCHAR' | 'BIGINT'>>>> = {
  schemata: { catalog_name: 'VARCHAR', schema_name: 'VARCHAR' },
  tables: { table_catalog: 'VARCHAR', table_schema: 'VARCHAR', table_name: 'VARCHAR', table_type: 'VARCHAR' },
  views: { table_catalog: 'VARCHAR', table_schema: 'VARCHAR', table_name: 'VARCHAR', view_definition: 'VARCHAR' },
  columns: {
    table_catalog: 'VARCHAR',
    table_schema: 'VARCHAR',
    table_name: 'VARCHAR',
    column_name: 'VARCHAR',
    ordinal_position: 'BIGINT',
    column_default: 'VARCHAR',
    is_nullable: 'VARCHAR',
    data_type: 'VARCHAR',
  },
};

function informationSchema(name: TableName, tables: Tables, node: TableReference['node']): ConstantRelation {
  const columns = Object.hasOwn(SCHEMA, name.table) ? SCHEMA[name.table] : undefined;
  if (!columns) throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`, node);
  return constantRelation(
    columns,
    [...rowsOf(name, tables)].map((row) => row.map(cell)),
  );
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
function partitionsTable(name: TableName, record: TableRecord, tables: Tables): ConstantRelation {
  tables.access.catalog('GetPartitions', name);
  const columns = Object.fromEntries(partitionKeysOf(record).map((key) => [key, 'VARCHAR' as const]));
  const partitions = tables.catalog.partitions(name.catalogId, name.database, name.table);
  return constantRelation(
    columns,
    partitions.map(({ input }) => input.Values.map(cell)),
  );
}
