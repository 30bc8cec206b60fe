import { childOf, descendants, isIdentifier, nameOf, type SyntaxNode } from '../syntax-tree.ts';
import { Expressions } from './expressions.ts';
import { type Columns, Queries } from './queries.ts';
import { type Column, Scope } from './scope.ts';
import type { Type } from './types.ts';

/**
 * Refuses names that Trino would not find and types that it would not combine, where DuckDB would: aliases used in
 * the SELECT that makes them, `bigint = varchar`, hidden columns. What cannot be known here is left to DuckDB.
 * Gives the types of expressions and of the columns of the result, as far as they are known.
 */
export function analyze(
  statement: SyntaxNode,
  tables: (tableRef: SyntaxNode) => Columns,
  target?: readonly Column[],
): { readonly types: ReadonlyMap<SyntaxNode, Type>; readonly columns: Columns } {
  const queries = new Queries(tables);
  if (statement.kind === 'Update' || statement.kind === 'Delete' || statement.kind === 'Merge') {
    analyzeChange(statement, queries, target);
    return { types: queries.types, columns: undefined };
  }
  const [query] = descendants(statement, 'QueryStatement');
  const columns = query && queries.query(query);
  return { types: queries.types, columns };
}

function analyzeChange(statement: SyntaxNode, queries: Queries, target: readonly Column[] | undefined): void {
  const tableRef = childOf(statement, 'TableRef');
  const own = tableRef?.children.filter(isIdentifier).at(-1);
  const alias = statement.children.find(isIdentifier) ?? own;
  const scope = new Scope([{ alias: alias && nameOf(alias).toLowerCase(), columns: target }]);
  const source = statement.children.find((child) => child.kind === 'RelationDefault');
  if (source) scope.relations.push(...queries.relations(source));
  const expressions = new Expressions(queries, scope);
  for (const child of statement.children) {
    if (child === tableRef || child === source || isIdentifier(child)) continue;
    if (child.kind === 'WhereClause') expressions.condition(child.children[1] ?? child, 'WHERE clause');
    else if (child.kind === 'Expression') expressions.condition(child, 'MERGE condition');
    else for (const part of child.children) if (!isIdentifier(part)) expressions.typeOf(part);
  }
}
