import type { TableRecord } from '../../glue/catalog.ts';
import { fieldId, withFieldIds } from '../../glue/iceberg-table.ts';
import type { Column } from '../../glue/request.ts';
import { type ColumnInfo, columnInfo } from '../engine/result-columns.ts';
import type { Ddl } from '../sql/ddl-syntax.ts';
import { QueryError } from '../sql/query-error.ts';
import { partitionKeysOf } from '../tables/partitions.ts';
import { findTable, isIceberg } from '../tables/resolve.ts';
import { catalogIdOf, tableName } from '../tables/table-name.ts';
import { isView } from '../tables/views.ts';
import type { Outcome, QueryRun } from './query-run.ts';

type Show = Extract<Ddl, { kind: `show-${string}` | 'describe' }>;
type ShowTable = Exclude<Show, { kind: 'show-databases' | 'show-tables' }>;

/** SHOW and DESCRIBE: lines of text, in `ID.txt`. */
export async function runShow(ddl: Show, run: QueryRun): Promise<Outcome> {
  const { columns, lines } = shown(ddl, run);
  await run.results.putText('.txt', lines.join('\n'));
  return { columns, bytes: 0 };
}

function shown(ddl: Show, run: QueryRun): { columns: ColumnInfo[]; lines: string[] } {
  const { catalog, access, accountId } = run.tables;
  const catalogId = catalogIdOf(run.names.catalog, accountId);
  switch (ddl.kind) {
    case 'show-databases': {
      access.catalog('GetDatabases', { catalogId });
      const names = catalog.databases(catalogId).map((database) => database.input.Name);
      return { columns: one('database_name'), lines: names.filter(matching(ddl.pattern)) };
    }
    case 'show-tables': {
      const database = (ddl.database ?? run.names.database).toLowerCase();
      access.database({ catalog: run.names.catalog, catalogId, database });
      access.catalog('GetTables', { catalogId, database, table: '*' });
      if (!catalog.findDatabase(catalogId, database)) {
        throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${database}' does not exist`);
      }
      const found = catalog.tables(catalogId, database).filter((table) => ddl.what === 'tables' || isView(table));
      return { columns: one('tab_name'), lines: found.map((table) => table.input.Name).filter(matching(ddl.pattern)) };
    }
    default:
      return shownTable(ddl, run);
  }
}

function shownTable(ddl: ShowTable, run: QueryRun): { columns: ColumnInfo[]; lines: string[] } {
  const { catalog, access, accountId } = run.tables;
  const name = tableName(ddl.name, run.names, accountId);
  const record = findTable(name, run.tables);
  switch (ddl.kind) {
    case 'show-partitions': {
      access.catalog('GetPartitions', name);
      const keys = partitionKeysOf(record);
      const partitions = catalog.partitions(name.catalogId, name.database, name.table);
      const lines = partitions.map(({ input: { Values } }) =>
        keys.map((key, index) => `${key}=${Values[index]}`).join('/'),
      );
      return { columns: one('partition'), lines };
    }
    case 'describe':
      return { columns: several('col_name', 'data_type', 'comment'), lines: description(record) };
  }
}

const several = (...names: string[]): ColumnInfo[] => names.map((name) => columnInfo(name, 'string'));
const one = (name: string): ColumnInfo[] => several(name);

const allColumns = ({ input }: TableRecord) => [
  ...(input.StorageDescriptor?.Columns ?? []),
  ...(input.PartitionKeys ?? []),
];

const padded = (text: string): string => text.padEnd(20);

/** Hive pads what it shows to 20 characters and lists the partition columns twice; for an Iceberg table there are headings. */
function description(record: TableRecord): string[] {
  if (isIceberg(record)) {
    return [
      '# Table schema:\t\t',
      '# col_name\tdata_type\tcomment',
      ...allColumns(record).map(({ Name, Type, Comment }) => `${Name}\t${Type ?? 'string'}\t${Comment ?? ''}`),
      '\t\t',
      '# Partition spec:\t\t',
      '# field_name\tfield_transform\tcolumn_name',
      ...partitionSpec(record).map(({ name, transform, column }) => `${name}\t${transform}\t${column}`),
    ];
  }
  const line = ({ Name, Type, Comment }: Column) => [Name, Type ?? 'string', Comment ?? ''].map(padded).join('\t');
  const keys = record.input.PartitionKeys ?? [];
  const heading = ['# col_name', 'data_type', 'comment'].map(padded).join('\t');
  return [
    ...allColumns(record).map(line),
    ...(keys.length > 0 ? ['\t \t ', '# Partition Information\t \t ', heading, '\t \t ', ...keys.map(line)] : []),
  ];
}

/** What an Iceberg table is partitioned by. */
function partitionSpec({ input, partitionFields = [] }: TableRecord) {
  const columns = withFieldIds(input).StorageDescriptor?.Columns ?? [];
  return partitionFields.map(({ Name, Transform, SourceId }) => ({
    name: Name,
    transform: Transform,
    column: columns.find((column) => fieldId(column) === SourceId)?.Name ?? '',
  }));
}

/** Athena takes a regular expression where `*` is any text. */
function matching(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  try {
    const expression = new RegExp(`^(?:${pattern.replaceAll('*', '.*')})$`, 'i');
    return (name) => expression.test(name);
  } catch {
    throw new QueryError('DDL_FAILED', `The pattern '${pattern}' is not a regular expression`);
  }
}
