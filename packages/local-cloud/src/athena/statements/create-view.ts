import { resultColumns } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import { childOf, hasToken, type SyntaxNode } from '../sql/syntax-tree.ts';
import { partsOf } from '../sql/table-references.ts';
import { toHiveType } from '../tables/hive-type.ts';
import { resolveStatement } from '../tables/resolve.ts';
import { displayName, isS3Tables, tableName } from '../tables/table-name.ts';
import { isView, viewText } from '../tables/views.ts';
import { DONE, type Outcome, type QueryRun } from './query-run.ts';

/** CREATE [OR REPLACE] VIEW name AS query. `sql` is the statement's text, for the catalog keeps the query as written. */
export async function runCreateView(node: SyntaxNode, sql: string, run: QueryRun): Promise<Outcome> {
  const created = childOf(node, 'ViewNameCreate');
  const query = childOf(node, 'RootQuery');
  if (!created || !query) throw new QueryError('SYNTAX_ERROR', 'CREATE VIEW needs a name and a query', node);
  const { catalog, access, connection, accountId } = run.tables;
  const name = tableName(partsOf(created), run.names, accountId, created);
  if (isS3Tables(name)) throw new QueryError('NOT_SUPPORTED', 'CREATE VIEW is not supported for S3 Tables', created);
  access.table(name);
  access.catalog('CreateTable', name);
  const before = catalog.findTable(name.catalogId, name.database, name.table);
  if (before && (!isView(before) || !hasToken(node, 'REPLACE'))) {
    throw new QueryError('TABLE_ALREADY_EXISTS', `View already exists: '${displayName(name)}'`, created);
  }
  const resolved = await resolveStatement(query, run.names, run.parameters, run.tables);
  const columns = await resultColumns(connection, resolved.sql);
  const view = {
    Name: name.table,
    TableType: 'VIRTUAL_VIEW',
    Parameters: { presto_view: 'true', comment: 'Presto View' },
    StorageDescriptor: {
      Columns: columns.map((column) => ({ Name: column.name.toLowerCase(), Type: toHiveType(String(column.type)) })),
    },
    ViewOriginalText: viewText({ sql: textFrom(query, sql), ...run.names }),
    ViewExpandedText: '/* Presto View */',
  };
  if (before) catalog.updateTable(name.catalogId, name.database, view);
  else catalog.createTable(name.catalogId, name.database, view, 'athena');
  return DONE;
}

/** The statement's text from where a node begins. Positions count characters, not UTF-16 units. */
function textFrom(node: SyntaxNode, sql: string): string {
  const lines = sql.split('\n').slice(node.line - 1);
  const first = [...(lines[0] ?? '')].slice(node.column - 1).join('');
  return [first, ...lines.slice(1)].join('\n').replace(/;\s*$/, '');
}
