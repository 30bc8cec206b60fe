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
  const { renderer: found, bytes } = await resolveStatement(node, run.names, run.parameters, run.tables);
  const scanned = bytes + (await iceberg.estimatedBytes(record));
  run.checkScan(scanned);

  const renderer = found.again();
  const alias = node.children.find(isIdentifier);
  const target = `${duckName} AS ${quoted(alias ? nameOf(alias) : name.table)}`;
  // The source is read once, into a table of this connection.
  const staged = 'temp.main.merge_source';
  await connection.run(`CREATE OR REPLACE TEMP TABLE merge_source AS SELECT * FROM ${renderer.render(source)}`);
  try {
    const using = `${staged} AS ${quoted(sourceName(source))}`;
    const condition = renderer.render(on);
    const cases = node.children.filter((child) => /^Merge(Update|Insert|Delete)$/.test(child.kind));
    const rendered: string[] = [];
    for (const [index, one] of cases.entries()) rendered.push(await mergeCase(one, index, renderer));
    await refuseSeveralMatches(target, using, condition);
    const rows = await commit(`MERGE INTO ${target} USING ${using} ON ${condition} ${rendered.join(' ')}`, run);
    return { columns: [columnInfo('rows', 'bigint')], bytes: scanned, updateCount: rows };

    async function mergeCase(one: SyntaxNode, index: number, scope: Renderer): Promise<string> {
      const expressions = childrenOf(one, 'Expression');
      const names = one.children.filter(isIdentifier).map((column) => quoted(nameOf(column)));
      const guard = hasToken(one, 'AND') ? ` AND ${scope.render(expressions.shift() ?? one)}` : '';
      const when = `WHEN ${one.kind === 'MergeInsert' ? 'NOT MATCHED' : 'MATCHED'}${guard} THEN`;
      if (one.kind === 'MergeDelete') return `${when} DELETE`;
      const values = expressions.map((expression) => scope.render(expression));
      const columns = names.length > 0 ? names : columnsOf(record).map((column) => quoted(column.name));
      await assertAssignable(
        connection,
        `SELECT ${values.join(', ')} FROM ${one.kind === 'MergeInsert' ? using : `${target}, ${using}`}`,
        `SELECT ${columns.join(', ')} FROM ${duckName}`,
        (wanted, given) =>
          `MERGE table column types don't match for MERGE case ${index}: Table: ${wanted}, Expressions: ${given}`,
      );
      if (one.kind === 'MergeInsert') return `${when} INSERT (${columns.join(', ')}) VALUES (${values.join(', ')})`;
      return `${when} UPDATE SET ${columns.map((column, at) => `${column} = ${values[at]}`).join(', ')}`;
    }

    async function refuseSeveralMatches(into: string, from: string, matching: string): Promise<void> {
      const row = `${quoted(alias ? nameOf(alias) : name.table)}.rowid`;
      const result = await connection.runAndReadAll(
        `SELECT 1 FROM ${into} JOIN ${from} ON ${matching} GROUP BY ${row} HAVING count(*) > 1 LIMIT 1`,
      );
      if (result.getRows().length > 0) {
        throw new QueryError(
          'MERGE_TARGET_ROW_MULTIPLE_MATCHES',
          'One MERGE target table row matched more than one source row',
          node,
        );
      }
    }
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${staged}`).catch(() => {});
  }
}

function sourceName(source: SyntaxNode): string {
  const alias = source.children.find(isIdentifier);
  if (alias) return nameOf(alias);
  const table = soleDescendant(source.children[0] ?? source, 'TableRef');
  return nameOf(table?.children.filter(isIdentifier).at(-1) ?? source);
}
