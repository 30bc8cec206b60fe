import { FUNCTIONS } from '../functions.ts';
import { QueryError } from '../query-error.ts';
import {
  childOf,
  childrenOf,
  descendants,
  hasToken,
  isIdentifier,
  nameOf,
  type SyntaxNode,
  textOf,
} from '../syntax-tree.ts';
import { ownName } from './expressions.ts';

/** Two things that DuckDB lets ORDER BY do and Trino does not. */
export function refuseOrder(item: SyntaxNode, specification: SyntaxNode): void {
  const list = childOf(specification, 'SelectList');
  const items = list ? childrenOf(list, 'SelectItem') : [];
  refuseAggregateOfAlias(item, items);
  const quantifier = childOf(specification, 'SetQuantifier');
  if (quantifier && hasToken(quantifier, 'DISTINCT')) refuseUnselected(item, items);
}

/** `max(v) AS v … ORDER BY max(v)`: there `v` is the column that SELECT makes. */
function refuseAggregateOfAlias(item: SyntaxNode, items: readonly SyntaxNode[]): void {
  const aliases = new Set(
    items.flatMap((one) => one.children.filter(isIdentifier).map((name) => nameOf(name).toLowerCase())),
  );
  for (const call of descendants(item, 'FunctionCall')) {
    const name = textOf(childOf(call, 'FunctionName') ?? call).toLowerCase();
    if (!FUNCTIONS.get(name)?.aggregate) continue;
    for (const column of descendants(call, 'QualifiedName')) {
      if (column === childOf(call, 'FunctionName')?.children[0] || !aliases.has(textOf(column).toLowerCase())) continue;
      throw new QueryError(
        'COLUMN_NOT_FOUND',
        'Invalid reference to output projection attribute from ORDER BY aggregation',
        column,
      );
    }
  }
}

/** What SELECT DISTINCT is sorted by must be one of its columns: by place, by name or written the same way. */
function refuseUnselected(item: SyntaxNode, items: readonly SyntaxNode[]): void {
  const [expression] = item.children;
  const text = expression && textOf(expression).toLowerCase();
  if (text === undefined || /^\d+$/.test(text)) return;
  const isSelected = items.some(({ children: [value, ...rest] }) => {
    if (!value || value.kind === 'SelectAllWithoutTable' || value.kind === 'TableAllColumns') return true;
    const alias = rest.find(isIdentifier);
    const name = alias ? nameOf(alias).toLowerCase() : ownName(value);
    return textOf(value).toLowerCase() === text || name === text.replace(/^"(.*)"$/, '$1');
  });
  if (isSelected) return;
  throw new QueryError(
    'EXPRESSION_NOT_IN_DISTINCT',
    'For SELECT DISTINCT, ORDER BY expressions must appear in select list',
    expression,
  );
}
