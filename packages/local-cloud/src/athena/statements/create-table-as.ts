import type { TableInput } from '../../glue/request.ts';
import { columnInfo, type ResultColumn, resultColumns } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import {
  childOf,
  childrenOf,
  descendants,
  hasToken,
  nameOf,
  type SyntaxNode,
  stringValue,
  textOf,
} from '../sql/syntax-tree.ts';
import { partsOf } from '../sql/table-references.ts';
import { toHiveType } from '../tables/hive-type.ts';
import { parseLocation } from '../tables/location.ts';
import { resolveStatement } from '../tables/resolve.ts';
import { displayName, isS3Tables, type TableName, tableName } from '../tables/table-name.ts';
import { serdeOf } from './create-table.ts';
import { icebergPartitioning } from './iceberg-partitioning.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { DONE } from './query-run.ts';
import { fileFormat, refuseFullDestination, storeFiles } from './store-files.ts';
import { commit, openForWriting } from './target.ts';

/** CREATE TABLE name WITH (…) AS query: an Iceberg table, or a Hive table with its files. */
export async function runCreateTableAs(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const created = childOf(node, 'TableNameCreate');
  const query = childOf(node, 'RootQuery');
  if (!created || !query) throw new QueryError('SYNTAX_ERROR', 'CREATE TABLE AS needs a name and a query', node);
  const { catalog, access, connection, accountId } = run.tables;
  const name = tableName(partsOf(created), run.names, accountId, created);
  access.table(name);
  access.catalog('CreateTable', name);
  if (!catalog.findDatabase(name.catalogId, name.database)) {
    throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${name.database}' does not exist`, created);
  }
  if (catalog.findTable(name.catalogId, name.database, name.table)) {
    if (hasToken(node, 'IF')) return DONE;
    throw new QueryError('TABLE_ALREADY_EXISTS', `Table '${displayName(name)}' already exists`, created);
  }
  const { sql, bytes } = await resolveStatement(query, run.names, run.parameters, run.tables);
  run.checkScan(bytes);
  const columns = await resultColumns(connection, sql);
  refuseColumns(columns, query);
  const rowsToo = !(hasToken(node, 'NO') && hasToken(node, 'DATA'));
  const properties = propertiesOf(node);
  const source = rowsToo ? sql : `SELECT * FROM (${sql}) WHERE false`;
  const iceberg = isS3Tables(name) || String(properties.table_type ?? 'HIVE').toUpperCase() === 'ICEBERG';
  const { rows, manifest } = iceberg
    ? { rows: await createIceberg(name, columns, properties, source, run), manifest: undefined }
    : await createHive(name, columns, properties, source, run);
  return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows, manifest };
}

type Properties = Record<string, string | string[]>;

async function createIceberg(
  name: TableName,
  columns: ResultColumn[],
  properties: Properties,
  sql: string,
  run: QueryRun,
): Promise<number> {
  const location = properties.location as string | undefined;
  if (!isS3Tables(name)) {
    if (!location) throw new QueryError('INVALID_TABLE_PROPERTY', 'An Iceberg table needs the property location');
    if (String(properties.is_external ?? 'true').toLowerCase() !== 'false') {
      throw new QueryError('INVALID_TABLE_PROPERTY', 'An Iceberg table needs the property is_external = false');
    }
    refuseFullDestination(parseLocation(location), location, run);
  }
  const { catalog } = run.tables;
  const Columns = hiveColumns(columns);
  const partitioning = icebergPartitioning([properties.partitioning ?? []].flat(), Columns);
  const record = catalog.createTable(
    name.catalogId,
    name.database,
    {
      Name: name.table,
      TableType: 'EXTERNAL_TABLE',
      StorageDescriptor: { Columns, ...(location ? { Location: location } : {}) },
      Parameters: { table_type: 'ICEBERG' },
    },
    'athena',
    partitioning,
  );
  try {
    const table = await openForWriting({ name, record }, run);
    return await commit(`INSERT INTO ${table} ${sql}`, record, run);
  } catch (error) {
    catalog.deleteTable(name.catalogId, name.database, name.table);
    await run.tables.iceberg.drop(record);
    throw error;
  }
}

async function createHive(
  name: TableName,
  columns: ResultColumn[],
  properties: Properties,
  sql: string,
  run: QueryRun,
): Promise<{ rows: number; manifest: string }> {
  const format = fileFormat(properties);
  const uri = String(properties.external_location ?? run.results.uri(''));
  const location = parseLocation(uri);
  refuseFullDestination(location, uri, run);
  const partitionedBy = [properties.partitioned_by ?? []].flat().map((column) => column.toLowerCase());
  const { uris, rows, partitions } = await storeFiles(sql, columns, format, partitionedBy, location, run);
  const manifest = await run.results.putManifest(uris);
  const all = hiveColumns(columns);
  const keys = partitionedBy.length;
  const table: TableInput = {
    Name: name.table,
    TableType: 'EXTERNAL_TABLE',
    StorageDescriptor: {
      Columns: keys > 0 ? all.slice(0, -keys) : all,
      Location: uri,
      SerdeInfo: serdeOf(format.format, format.delimiter),
    },
    PartitionKeys: keys > 0 ? all.slice(-keys) : [],
    Parameters: { EXTERNAL: 'TRUE' },
  };
  run.tables.catalog.createTable(name.catalogId, name.database, table, 'athena');
  for (const Values of partitions) {
    const path = partitionedBy.map((column, index) => `${column}=${encodeURIComponent(Values[index] ?? '')}`).join('/');
    const StorageDescriptor = { Location: `s3://${location.bucket}/${location.prefix}${path}/` };
    run.tables.catalog.addPartition(name.catalogId, name.database, name.table, { Values, StorageDescriptor });
  }
  return { rows, manifest };
}

const hiveColumns = (columns: readonly ResultColumn[]) =>
  columns.map(({ name, type }) => ({ Name: name.toLowerCase(), Type: toHiveType(String(type)) }));

function refuseColumns(columns: readonly ResultColumn[], query: SyntaxNode): void {
  for (const [index, { name, type }] of columns.entries()) {
    if (/^_col\d+$/.test(name)) {
      throw new QueryError('MISSING_COLUMN_NAME', `Column name not specified at position ${index + 1}`, query);
    }
    if (columns.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) !== index) {
      throw new QueryError('DUPLICATE_COLUMN_NAME', `Column name '${name}' specified more than once`, query);
    }
    if (type.alias === 'JSON')
      throw new QueryError('NOT_SUPPORTED', `Unsupported Hive type: json (column ${name})`, query);
  }
}

function propertiesOf(node: SyntaxNode): Properties {
  const found: Properties = {};
  for (const property of descendants(childOf(node, 'Properties') ?? { ...node, children: [] }, 'Property')) {
    const [name, , value] = property.children;
    if (!name || !value) continue;
    const array = [...descendants(value, 'ArrayConstructor')][0];
    found[nameOf(name).toLowerCase()] = array
      ? childrenOf(array, 'Expression').map((item) => stringValue(item) ?? textOf(item))
      : (stringValue(value) ?? textOf(value));
  }
  return found;
}
