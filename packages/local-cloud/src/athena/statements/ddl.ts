import type { Ddl } from '../sql/ddl-syntax.ts';
import { QueryError } from '../sql/query-error.ts';
import { fromHiveType } from '../tables/hive-type.ts';
import { parseLocation } from '../tables/location.ts';
import { findTable, isIceberg, locationOf } from '../tables/resolve.ts';
import { catalogIdOf, displayName, isS3Tables, tableName } from '../tables/table-name.ts';
import { isView } from '../tables/views.ts';
import { runCreateTable } from './create-table.ts';
import { DONE, type Outcome, type QueryRun } from './query-run.ts';
import { runShow } from './show.ts';

type Of<Kind extends Ddl['kind']> = Extract<Ddl, { kind: Kind }>;

/** Statements that change the catalog, and those that show it. */
export async function runDdl(ddl: Ddl, run: QueryRun): Promise<Outcome> {
  switch (ddl.kind) {
    case 'create-table':
      return runCreateTable(ddl, run);
    case 'create-database':
      return createDatabase(ddl, run);
    case 'drop-database':
      return dropDatabase(ddl, run);
    case 'drop':
      return drop(ddl, run);
    case 'add-columns':
      return addColumns(ddl, run);
    case 'add-partition':
      return addPartitions(ddl, run);
    case 'repair':
      return repair(ddl, run);
    case 'maintain':
      return maintain(ddl, run);
    default:
      return runShow(ddl, run);
  }
}

function createDatabase(ddl: Of<'create-database'>, run: QueryRun): Outcome {
  const { catalog, access, accountId } = run.tables;
  const catalogId = catalogIdOf(run.names.catalog, accountId);
  access.database({ catalog: run.names.catalog, catalogId, database: ddl.name });
  access.catalog('CreateDatabase', { catalogId, database: ddl.name });
  if (catalog.findDatabase(catalogId, ddl.name)) {
    if (ddl.ifNotExists) return DONE;
    throw new QueryError(
      'DDL_FAILED',
      `Execution Error. AlreadyExistsException(message:Database ${ddl.name} already exists)`,
    );
  }
  catalog.createDatabase(catalogId, { Name: ddl.name, ...(ddl.location ? { LocationUri: ddl.location } : {}) });
  return DONE;
}

function dropDatabase(ddl: Of<'drop-database'>, run: QueryRun): Outcome {
  const { catalog, access, accountId } = run.tables;
  const catalogId = catalogIdOf(run.names.catalog, accountId);
  access.database({ catalog: run.names.catalog, catalogId, database: ddl.name });
  access.catalog('DeleteDatabase', { catalogId, database: ddl.name });
  if (!catalog.findDatabase(catalogId, ddl.name)) {
    if (ddl.ifExists) return DONE;
    throw new QueryError('DDL_FAILED', `SemanticException Database does not exist: ${ddl.name}`);
  }
  if (!ddl.cascade && catalog.tables(catalogId, ddl.name).length > 0) {
    throw new QueryError(
      'DDL_FAILED',
      `InvalidOperationException(message:Database ${ddl.name} is not empty. One or more tables exist.)`,
    );
  }
  catalog.deleteDatabase(catalogId, ddl.name);
  return DONE;
}

/** Dropping an Iceberg table removes its rows; an external table's files stay. */
async function drop(ddl: Of<'drop'>, run: QueryRun): Promise<Outcome> {
  const { catalog, access, accountId, iceberg } = run.tables;
  const name = tableName(ddl.name, run.names, accountId);
  access.table(name);
  access.catalog('DeleteTable', name);
  const record = catalog.findTable(name.catalogId, name.database, name.table);
  if (!record) {
    if (ddl.ifExists) return DONE;
    throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`);
  }
  if (isView(record) !== (ddl.what === 'view')) {
    throw new QueryError(
      'DDL_FAILED',
      `${displayName(name)} is a ${isView(record) ? 'view' : 'table'}: use DROP ${isView(record) ? 'VIEW' : 'TABLE'}`,
    );
  }
  catalog.deleteTable(name.catalogId, name.database, name.table);
  if (isIceberg(record)) await iceberg.drop(record);
  return DONE;
}

function addColumns(ddl: Of<'add-columns'>, run: QueryRun): Outcome {
  const { record, name } = target(ddl.name, 'UpdateTable', run);
  const present = record.input.StorageDescriptor?.Columns ?? [];
  for (const column of ddl.columns) {
    fromHiveType(column.type);
    if (present.some((one) => one.Name.toLowerCase() === column.name)) {
      throw new QueryError('COLUMN_ALREADY_EXISTS', `Column '${column.name}' already exists`);
    }
  }
  const Columns = [...present, ...ddl.columns.map((column) => ({ Name: column.name, Type: column.type }))];
  run.tables.catalog.updateTable(name.catalogId, name.database, {
    ...record.input,
    StorageDescriptor: { ...record.input.StorageDescriptor, Columns },
  });
  return DONE;
}

function addPartitions(ddl: Of<'add-partition'>, run: QueryRun): Outcome {
  const { record, name } = target(ddl.name, 'BatchCreatePartition', run);
  const keys = (record.input.PartitionKeys ?? []).map((key) => key.Name.toLowerCase());
  const base = parseLocation(record.input.StorageDescriptor?.Location);
  for (const { values, location } of ddl.partitions) {
    const Values = keys.map((key) => values[key] ?? '');
    const path = keys.map((key, index) => `${key}=${Values[index]}`).join('/');
    const Location = location ?? `s3://${base.bucket}/${base.prefix}${path}/`;
    addPartition(name, Values, Location, ddl.ifNotExists, run);
  }
  return DONE;
}

/** MSCK REPAIR TABLE: registers the partitions whose folders are there, `key=value/`. */
function repair(ddl: Of<'repair'>, run: QueryRun): Outcome {
  const { record, name } = target(ddl.name, 'BatchCreatePartition', run);
  run.tables.access.catalog('GetPartitions', name);
  const keys = (record.input.PartitionKeys ?? []).map((key) => key.Name.toLowerCase());
  const base = parseLocation(record.input.StorageDescriptor?.Location);
  run.tables.access.listObjects(base);
  const pattern = new RegExp(`^${keys.map((key) => `${key}=([^/]+)/`).join('')}`);
  const seen = new Set<string>();
  for (const object of run.tables.objects.list(base.bucket, base.prefix)) {
    const match = pattern.exec(object.key.slice(base.prefix.length));
    if (!match || seen.has(match[0])) continue;
    seen.add(match[0]);
    const Values = match.slice(1).map((value) => decodeURIComponent(value));
    addPartition(name, Values, `s3://${base.bucket}/${base.prefix}${match[0]}`, true, run);
  }
  return DONE;
}

function addPartition(
  name: { catalogId: string; database: string; table: string },
  Values: string[],
  Location: string,
  ifNotExists: boolean,
  run: QueryRun,
): void {
  const { catalog } = run.tables;
  const known = catalog.partitions(name.catalogId, name.database, name.table);
  if (ifNotExists && known.some(({ input }) => JSON.stringify(input.Values) === JSON.stringify(Values))) return;
  catalog.addPartition(name.catalogId, name.database, name.table, { Values, StorageDescriptor: { Location } });
}

/** OPTIMIZE and VACUUM rewrite files; there are none to rewrite here. */
function maintain(ddl: Of<'maintain'>, run: QueryRun): Outcome {
  const { record, name } = target(ddl.name, 'UpdateTable', run);
  if (isS3Tables(name)) throw new QueryError('NOT_SUPPORTED', `${ddl.what} is not supported for S3 Tables`);
  if (!isIceberg(record)) throw new QueryError('NOT_SUPPORTED', `${ddl.what} is supported for Iceberg tables only`);
  return DONE;
}

function target(parts: readonly string[], action: string, run: QueryRun) {
  const name = tableName(parts, run.names, run.tables.accountId);
  const record = findTable(name, run.tables);
  if (action === 'UpdateTable' && isIceberg(record)) run.tables.access.commit(name, locationOf(record));
  else run.tables.access.catalog(action, name);
  return { name, record };
}
