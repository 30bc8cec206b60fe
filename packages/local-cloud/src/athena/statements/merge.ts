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

/** The source's rows, and which of them match which of the target, while the statement runs: of its connection alone. */
const STAGED = 'temp.main.merge_source';
const MATCHES = 'temp.main.merge_matches';

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
  const bytes = resolved.bytes + (await iceberg.estimatedBytes(record, connection));
  run.checkScan(bytes);

  const renderer = resolved.renderer.again();
  const named = node.children.find(isIdentifier);
  const alias = quoted(named ? nameOf(named) : name.table);
  const all = columnsOf(record).map((column) => quoted(column.name));
  if (all.includes('"rowid"')) {
    throw new QueryError('NOT_SUPPORTED', 'MERGE into a table with a column rowid is not supported locally', tableRef);
  }
  const merge: Merge = { duckName, alias, sourceAlias: quoted(sourceName(source)), all };
  // Read once, for the check, the types and the merge itself.
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE merge_source AS SELECT *, row_number() OVER () AS "$source_row" FROM ${renderer.render(source)}`,
  );
  try {
    const condition = renderer.render(on);
    const cases: string[] = [];
    for (const one of node.children.filter((child) => /^Merge(Update|Insert|Delete)$/.test(child.kind))) {
      cases.push(await renderCase(one, cases.length, merge, renderer, run));
    }
    const rows = await commit(
      `MERGE INTO ${duckName} AS ${alias} USING (
         SELECT * FROM ${STAGED} LEFT JOIN ${MATCHES} USING ("$source_row")
       ) AS ${merge.sourceAlias} ON ${alias}.rowid = "$target_row" ${cases.join(' ')}`,
      record,
      run,
      () => findMatches(merge, condition, node, run),
    );
    return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${STAGED}; DROP TABLE IF EXISTS ${MATCHES}`).catch(() => {});
  }
}

interface Merge {
  readonly duckName: string;
  readonly alias: string;
  /** The source, as the statement calls it. */
  readonly sourceAlias: string;
  /** The target's columns, which an INSERT without a list fills. */
  readonly all: readonly string[];
}

async function renderCase(
  node: SyntaxNode,
  index: number,
  { duckName, alias, sourceAlias, all }: Merge,
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
    `SELECT ${values.join(', ')} FROM ${inserts ? '' : `${duckName} AS ${alias}, `}${STAGED} AS ${sourceAlias}`,
    `SELECT ${columns.join(', ')} FROM ${duckName}`,
    (wanted, given) =>
      `MERGE table column types don't match for MERGE case ${index}: Table: ${wanted}, Expressions: ${given}`,
  );
  if (inserts) return `${when} INSERT (${columns.join(', ')}) VALUES (${values.join(', ')})`;
  return `${when} UPDATE SET ${columns.map((column, at) => `${column} = ${values[at]}`).join(', ')}`;
}

/**
 * Which source row matches which target row. DuckDB's MERGE compares each row with each unless its condition is nothing but
 * equalities; an inner join looks the equal ones up and tries the rest of the condition on those.
 */
async function findMatches(
  { duckName, alias, sourceAlias }: Merge,
  condition: string,
  node: SyntaxNode,
  { tables: { connection } }: QueryRun,
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE merge_matches AS SELECT ${alias}.rowid AS "$target_row", "$source_row"
     FROM ${duckName} AS ${alias} JOIN ${STAGED} AS ${sourceAlias} ON ${condition}`,
  );
  // DuckDB would take one of the source rows; Trino fails.
  const several = await connection.runAndReadAll(
    `SELECT 1 FROM ${MATCHES} GROUP BY "$target_row" HAVING count(*) > 1 LIMIT 1`,
  );
  if (several.getRows().length > 0) {
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
