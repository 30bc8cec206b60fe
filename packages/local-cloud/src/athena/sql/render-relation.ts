import type { Renderer } from './render.ts';
import { quoted } from './render.ts';
import { childOf, childrenOf, hasToken, isIdentifier, nameOf, type SyntaxNode, soleDescendant } from './syntax-tree.ts';

/** A table, subquery or UNNEST in FROM, with its alias. A table without one goes by its own name. */
export function renderAliasedRelation(node: SyntaxNode, renderer: Renderer): string {
  const [primary] = node.children;
  if (!primary) return '';
  const alias = node.children.find(isIdentifier);
  const columns = childOf(node, 'ColumnAliases');
  const names = columns?.children.filter(isIdentifier).map(nameOf) ?? [];
  const unnest = soleDescendant(primary, 'Unnest');
  const sql = unnest ? renderUnnest(unnest, names.length, renderer) : renderPrimary(primary, renderer);
  const table = soleDescendant(primary, 'TableRef');
  const ownName = table && nameOf(table.children.filter(isIdentifier).at(-1) ?? table);
  const name = alias ? nameOf(alias) : ownName;
  if (name === undefined) return sql;
  const list = names.length > 0 ? `(${names.map(quoted).join(', ')})` : '';
  return `${sql} AS ${quoted(name)}${list}`;
}

function renderPrimary(primary: SyntaxNode, renderer: Renderer): string {
  const period = childOf(primary, 'QueryPeriod');
  if (period) renderer.render(period);
  const table = soleDescendant(primary, 'TableRef');
  const relation = table && renderer.scope.relation(table);
  return relation ?? renderer.render(primary);
}

/** Several arrays go side by side, the shorter ones filled up with NULL; one array under two names is a map. */
function renderUnnest(node: SyntaxNode, names: number, renderer: Renderer): string {
  const arrays = childrenOf(node, 'Expression').map((expression) => renderer.render(expression));
  const ordinality = hasToken(node, 'ORDINALITY');
  const isMap = arrays.length === 1 && names === (ordinality ? 3 : 2);
  const lists = isMap ? [`map_keys(${arrays[0]})`, `map_values(${arrays[0]})`] : arrays;
  const columns = lists.map((list) => `unnest(${list})`);
  if (ordinality) {
    const lengths = lists.map((list) => `coalesce(len(${list}), 0)`).join(', ');
    columns.push(`unnest(range(1, greatest(${lengths}) + 1))`);
  }
  return `(SELECT ${columns.join(', ')})`;
}

/** `VALUES 1, (2, 3)`: DuckDB wants brackets around each row, and names its columns differently. */
export function renderInlineTable(node: SyntaxNode, renderer: Renderer): string {
  const rows = childrenOf(node, 'Expression').map((expression) => rowOf(expression));
  const names = (rows[0] ?? []).map((_column, index) => `"_col${index}"`);
  const values = rows.map((row) => `(${renderer.list(row)})`).join(', ');
  return `SELECT * FROM (VALUES ${values}) AS "values"(${names.join(', ')})`;
}

function rowOf(expression: SyntaxNode): SyntaxNode[] {
  const row = soleDescendant(expression, 'RowConstructor');
  return row ? childrenOf(row, 'Expression') : [expression];
}
