import { columnInfo } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import { childOf, childrenOf, nameOf, type SyntaxNode, soleDescendant } from '../sql/syntax-tree.ts';
import { columnsOf } from '../tables/iceberg-tables.ts';
import { isIceberg, resolveStatement } from '../tables/resolve.ts';
import { assertAssignable } from './assignable.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { commit, findTarget, openForWriting } from './target.ts';

/** INSERT INTO table [(columns)] query. Columns that are not named are NULL. */
export async function runInsert(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const tableRef = childOf(node, 'TableRef');
  const query = childOf(node, 'RootQuery');
  if (!tableRef || !query) throw new QueryError('SYNTAX_ERROR', 'INSERT needs a table and a query', node);
  const target = findTarget(tableRef, run);
  if (!isIceberg(target.record)) {
    throw new QueryError('NOT_SUPPORTED', 'The local cloud inserts into Iceberg tables only', tableRef);
  }
  const table = await openForWriting(target, run);
  const columns = insertedColumns(
    node,
    columnsOf(target.record).map((column) => column.name),
  );
  const { sql, bytes } = await resolveStatement(query, run.names, run.parameters, run.tables);
  run.checkScan(bytes);
  const list = columns.map(quoted).join(', ');
  await assertAssignable(
    run.tables.connection,
    sql,
    `SELECT ${list} FROM ${table}`,
    (wanted, given) => `Insert query has mismatched column types: Table: ${wanted}, Query: ${given}`,
  );
  const rows = await commit(`INSERT INTO ${table} (${list}) ${sql}`, target.record, run);
  return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows };
}

function insertedColumns(node: SyntaxNode, all: readonly string[]): string[] {
  const list = childOf(node, 'ColumnList');
  if (!list) return [...all];
  const names = childrenOf(list, 'ColumnRef').map((column) => {
    const identifier = soleDescendant(column, 'UnquotedIdentifier') ?? soleDescendant(column, 'QuotedIdentifier');
    const name = identifier ? nameOf(identifier).toLowerCase() : '';
    if (!all.includes(name)) {
      throw new QueryError('COLUMN_NOT_FOUND', `Insert column name does not exist in target table: ${name}`, column);
    }
    return name;
  });
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled)
    throw new QueryError('DUPLICATE_COLUMN_NAME', `Insert column name is specified more than once: ${doubled}`, list);
  return names;
}
