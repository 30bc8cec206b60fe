import { columnInfo } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import { childOf, childrenOf, isIdentifier, nameOf, type SyntaxNode } from '../sql/syntax-tree.ts';
import { resolveStatement } from '../tables/resolve.ts';
import { assertAssignable } from './assignable.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { commit, icebergTarget } from './target.ts';

/** UPDATE table SET … [WHERE …] */
export async function runUpdate(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const { record, from, bytes, render, where } = await openTarget(node, run);
  const assignments = childrenOf(node, 'UpdateAssignment').map((assignment) => {
    const column = assignment.children.find(isIdentifier);
    return { column: quoted(column ? nameOf(column) : ''), value: render(assignment.children.at(-1) ?? assignment) };
  });
  await assertAssignable(
    run.tables.connection,
    `SELECT ${assignments.map(({ value }) => value).join(', ')} FROM ${from}`,
    `SELECT ${assignments.map(({ column }) => column).join(', ')} FROM ${from}`,
    (wanted, given) => `UPDATE table column types don't match SET expressions: Table: ${wanted}, Expressions: ${given}`,
  );
  const set = assignments.map(({ column, value }) => `${column} = ${value}`).join(', ');
  const rows = await commit(`UPDATE ${from} SET ${set}${where()}`, record, run);
  return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows };
}

/** DELETE FROM table [WHERE …] */
export async function runDelete(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const { record, from, bytes, where } = await openTarget(node, run);
  const rows = await commit(`DELETE FROM ${from}${where()}`, record, run);
  return { columns: [columnInfo('rows', 'bigint')], bytes, updateCount: rows };
}

async function openTarget(node: SyntaxNode, run: QueryRun) {
  const tableRef = childOf(node, 'TableRef');
  if (!tableRef) throw new QueryError('SYNTAX_ERROR', 'The statement needs a table', node);
  const { record, name, duckName } = await icebergTarget(tableRef, run);
  const { renderer, bytes } = await resolveStatement(node, run.names, run.parameters, run.tables, {
    target: record,
  });
  const scanned = bytes + (await run.tables.iceberg.estimatedBytes(record, run.tables.connection));
  run.checkScan(scanned);
  const where = childOf(node, 'WhereClause');
  const fresh = renderer.again();
  return {
    record,
    from: `${duckName} AS ${quoted(name.table)}`,
    bytes: scanned,
    render: (part: SyntaxNode) => fresh.render(part),
    /** Rendered after what comes before it, for the order of `?`. */
    where: () => (where ? ` ${fresh.render(where)}` : ''),
  };
}
