import type { TableRecord } from '../../glue/catalog.ts';
import { QueryError } from '../sql/query-error.ts';
import type { SyntaxNode } from '../sql/syntax-tree.ts';
import { partsOf } from '../sql/table-references.ts';
import { findTable, isIceberg, locationOf } from '../tables/resolve.ts';
import { type TableName, tableName } from '../tables/table-name.ts';
import { isView } from '../tables/views.ts';
import type { QueryRun } from './query-run.ts';

export interface Target {
  readonly name: TableName;
  readonly record: TableRecord;
}

/** The table a statement writes to, if the caller may see it. */
export function findTarget(tableRef: SyntaxNode, run: QueryRun): Target {
  const name = tableName(partsOf(tableRef), run.names, run.tables.accountId, tableRef);
  const record = findTable(name, run.tables, tableRef);
  if (isView(record)) throw new QueryError('NOT_SUPPORTED', 'Inserting into views is not supported', tableRef);
  return { name, record };
}

/** Only Iceberg tables have rows that can be changed. Gives the table's name in DuckDB. */
export async function icebergTarget(tableRef: SyntaxNode, run: QueryRun): Promise<Target & { duckName: string }> {
  const target = findTarget(tableRef, run);
  if (!isIceberg(target.record)) {
    throw new QueryError(
      'NOT_SUPPORTED',
      'Modifying Hive table rows is only supported for transactional tables',
      tableRef,
    );
  }
  return { ...target, duckName: await openForWriting(target, run) };
}

export async function openForWriting({ name, record }: Target, run: QueryRun): Promise<string> {
  run.tables.access.commit(name, locationOf(record));
  return run.tables.iceberg.ensure(record);
}

/**
 * Runs a statement that changes rows: all of it or nothing. Gives the number of rows.
 * @param before what must see the table as the statement does
 */
export async function commit(
  sql: string,
  record: TableRecord,
  run: QueryRun,
  before?: () => Promise<void>,
): Promise<number> {
  const { connection, iceberg } = run.tables;
  await connection.run('BEGIN');
  try {
    await before?.();
    const result = await connection.runAndReadAll(sql);
    await connection.run('COMMIT');
    iceberg.changed(record);
    return Number(result.getRows()[0]?.[0] ?? 0);
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
}
