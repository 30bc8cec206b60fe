import { columnInfo } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted, type Renderer } from '../sql/render.ts';
import {
  childOf,
  childrenOf,
  hasToken,
  isIdentifier,
  nameOf,
  type SyntaxNode,
  soleDescendant,
} from '../sql/syntax-tree.ts';
import { columnsOf } from '../tables/iceberg-tables.ts';
import { resolveStatement } from '../tables/resolve.ts';
import { assertAssignable } from './assignable.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { commit, icebergTarget } from './target.ts';

/** The source's rows while the statement runs: a table of its connection alone. */
const STAGED = 'temp.main.merge_source';

/** MERGE INTO table USING source ON condition WHEN … THEN … */
export async function runMerge(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const [tableRef, on] = [childOf(node, 'TableRef'), childOf(node, 'Expression')];
  const relation = node.children.find((child) => child.kind === 'RelationDefault');
  const source = relation && soleDescendant(relation, 'AliasedRelation');
  if (!tableRef || !on || !source) {
    throw new QueryError('NOT_SUPPORTED', 'MERGE needs a table or a subquery as its source in the local cloud', node);
  }
  const { connection, iceberg } = run.tables;
  const { record, name, duckName } = await icebergTarget(tableRef, run);
  const resolved = await resolveStatement(node, run.names, run.parameters, run.tables, { target: record });
  const bytes = resolved.bytes + (await iceberg.estimatedBytes(record));
  run.checkScan(bytes);

  const renderer = resolved.renderer.again();
  const given = node.children.find(isIdentifier);
  const alias = quoted(given ? nameOf(given) : name.table);
  const all = columnsOf(record).map((column) => quoted(column.name));
  const merge: Merge = { duckName, alias, using: `${STAGED} AS ${quoted(sourceName(source))}`, all };
  // Read once, for the check, the types and the merge itself.
  await connection.run(`CREATE OR REPLACE TEMP TABLE merge_source AS SELECT * FROM ${renderer.render(source)}`);
  try {
    const condition = renderer.render(on);
    const cases: string[] = [];
    for (const one of node.children.filter((child) => /^Merge(Update|Insert|Delete)$/.test(child.kind))) {
      cases.push(await renderCase(one, cases.length, merge, renderer, run));
    }
    await refuseSeveralMatches(merge, condition, node, run);
    const rows = await commit(
      `MERGE INTO ${duckName} AS ${alias} USING ${merge.using} ON ${condition} ${cases.join(' ')}`,
      record,
      run,
    );
    return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${STAGED}`).catch(() => {});
  }
}

interface Merge {
  readonly duckName: string;
  readonly alias: string;
  readonly using: string;
  /** The target's columns, which an INSERT without a list fills. */
  readonly all: readonly string[];
}

async function renderCase(
  node: SyntaxNode,
  index: number,
  { duckName, alias, using, all }: Merge,
  renderer: Renderer,
  run: QueryRun,
): Promise<string> {
  const expressions = childrenOf(node, 'Expression');
  const guard = hasToken(node, 'AND') ? ` AND ${renderer.render(expressions.shift() ?? node)}` : '';
  const inserts = node.kind === 'MergeInsert';
  const when = `WHEN ${inserts ? 'NOT MATCHED' : 'MATCHED'}${guard} THEN`;
  if (node.kind === 'MergeDelete') return `${when} DELETE`;
  const names = node.children.filter(isIdentifier).map((column) => quoted(nameOf(column)));
  const columns = names.length > 0 ? names : all;
  const values = expressions.map((expression) => renderer.render(expression));
  await assertAssignable(
    run.tables.connection,
    `SELECT ${values.join(', ')} FROM ${inserts ? using : `${duckName} AS ${alias}, ${using}`}`,
    `SELECT ${columns.join(', ')} FROM ${duckName}`,
    (wanted, given) =>
      `MERGE table column types don't match for MERGE case ${index}: Table: ${wanted}, Expressions: ${given}`,
  );
  if (inserts) return `${when} INSERT (${columns.join(', ')}) VALUES (${values.join(', ')})`;
  return `${when} UPDATE SET ${columns.map((column, at) => `${column} = ${values[at]}`).join(', ')}`;
}

/** DuckDB would take one of the source rows; Trino fails. */
async function refuseSeveralMatches(
  { duckName, alias, using }: Merge,
  condition: string,
  node: SyntaxNode,
  run: QueryRun,
): Promise<void> {
  const result = await run.tables.connection.runAndReadAll(
    `SELECT 1 FROM ${duckName} AS ${alias} JOIN ${using} ON ${condition}
     GROUP BY ${alias}.rowid HAVING count(*) > 1 LIMIT 1`,
  );
  if (result.getRows().length > 0) {
    throw new QueryError(
      'MERGE_TARGET_ROW_MULTIPLE_MATCHES',
      'One MERGE target table row matched more than one source row',
      node,
    );
  }
}

function sourceName(source: SyntaxNode): string {
  const alias = source.children.find(isIdentifier);
  if (alias) return nameOf(alias);
  const table = soleDescendant(source.children[0] ?? source, 'TableRef');
  return nameOf(table?.children.filter(isIdentifier).at(-1) ?? source);
}
