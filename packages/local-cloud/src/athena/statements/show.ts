import { type ColumnInfo, columnInfo } from '../engine/result-columns.ts';
import type { Ddl } from '../sql/ddl-syntax.ts';
import { QueryError } from '../sql/query-error.ts';
import { findTable } from '../tables/resolve.ts';
import { catalogIdOf, tableName } from '../tables/table-name.ts';
import { isView } from '../tables/views.ts';
import type { Outcome, QueryRun } from './query-run.ts';

type Show = Extract<Ddl, { kind: `show-${string}` | 'describe' }>;

/** SHOW and DESCRIBE: lines of text, in `ID.txt`. */
export async function runShow(ddl: Show, run: QueryRun): Promise<Outcome> {
  const { columns, lines } = shown(ddl, run);
  await run.results.putText('.txt', lines.map((line) => `${line}\n`).join(''));
  return { columns, bytes: 0 };
}

function shown(ddl: Show, run: QueryRun): { columns: ColumnInfo[]; lines: string[] } {
  const { catalog, access, accountId } = run.tables;
  const catalogId = catalogIdOf(run.names.catalog, accountId);
  const one = (name: string) => [columnInfo(name, 'string')];
  switch (ddl.kind) {
    case 'show-databases': {
      access.catalog('GetDatabases', { catalogId });
      const names = catalog.databases(catalogId).map((database) => database.input.Name);
      return { columns: one('database_name'), lines: names.filter(matching(ddl.pattern)) };
    }
    case 'show-tables': {
      const database = (ddl.database ?? run.names.database).toLowerCase();
      access.catalog('GetTables', { catalogId, database, table: '*' });
      if (!catalog.findDatabase(catalogId, database)) {
        throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${database}' does not exist`);
      }
      const found = catalog.tables(catalogId, database).filter((table) => ddl.what === 'tables' || isView(table));
      return { columns: one('tab_name'), lines: found.map((table) => table.input.Name).filter(matching(ddl.pattern)) };
    }
    default: {
      const name = tableName(ddl.name, run.names, accountId);
      const { input } = findTable(name, run.tables);
      const keys = (input.PartitionKeys ?? []).map((key) => key.Name.toLowerCase());
      if (ddl.kind === 'show-partitions') {
        access.catalog('GetPartitions', name);
        const partitions = catalog.partitions(name.catalogId, name.database, name.table);
        return {
          columns: one('partition'),
          lines: partitions.map(({ input: { Values } }) =>
            keys.map((key, index) => `${key}=${Values[index]}`).join('/'),
          ),
        };
      }
      const all = [...(input.StorageDescriptor?.Columns ?? []), ...(input.PartitionKeys ?? [])];
      if (ddl.kind === 'show-columns') return { columns: one('field'), lines: all.map((column) => column.Name) };
      return {
        columns: ['col_name', 'data_type', 'comment'].map((column) => columnInfo(column, 'string')),
        lines: all.map(
          ({ Name, Type, Comment }) =>
            `${Name.padEnd(20)}\t${(Type ?? 'string').padEnd(20)}\t${(Comment ?? '').padEnd(20)}`,
        ),
      };
    }
  }
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
