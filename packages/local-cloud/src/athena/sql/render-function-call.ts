import type { CallClauses } from './functions/function.ts';
import { FUNCTIONS } from './functions.ts';
import { QueryError } from './query-error.ts';
import type { Renderer } from './render.ts';
import { childOf, childrenOf, hasToken, nameOf, type SyntaxNode } from './syntax-tree.ts';

/** Only functions of the table are called; whatever else DuckDB has stays out of reach. */
export function renderFunctionCall(node: SyntaxNode, renderer: Renderer): string {
  const qualified = childOf(node, 'FunctionName')?.children[0];
  const parts = (qualified?.children ?? []).filter((child) => child.kind !== 'token').map(nameOf);
  const name = parts.join('.').toLowerCase();
  const found = FUNCTIONS.get(name);
  if (!found) throw new QueryError('FUNCTION_NOT_FOUND', `Function '${name}' not registered`, node);

  const expressions = childrenOf(node, 'Expression');
  const [min, max] = found.arity;
  if (expressions.length < min || expressions.length > max) {
    const expected = min === max ? `${min}` : `${min} to ${max}`;
    throw new QueryError(
      'FUNCTION_NOT_FOUND',
      `Unexpected parameters (${expressions.length} given) for function ${name}. Expected: ${expected}`,
      node,
    );
  }
  const clauses = clausesOf(node, renderer);
  if (!found.aggregate && (clauses.distinct || clauses.orderBy || clauses.after)) {
    throw new QueryError('FUNCTION_NOT_AGGREGATE', `Function '${name}' is not an aggregate or window function`, node);
  }
  const render = () =>
    found.render(
      expressions.map((expression) => ({ sql: operand(renderer.render(expression)), node: expression })),
      clauses,
    );
  return name === 'try' ? renderer.tolerantly(render) : render();
}

/** An argument may become part of a larger expression. */
const operand = (sql: string): string =>
  /^([\w]+|"[^"]*"|'[^']*')$/.test(sql) || sql.startsWith('lambda ') ? sql : `(${sql})`;

function clausesOf(node: SyntaxNode, renderer: Renderer): CallClauses {
  const quantifier = childOf(node, 'SetQuantifier');
  const sorted = childrenOf(node, 'SortItem');
  const after = ['Filter', 'NullTreatment', 'Over'].flatMap((kind) => childOf(node, kind) ?? []);
  return {
    node,
    distinct: quantifier && hasToken(quantifier, 'DISTINCT') ? 'DISTINCT ' : '',
    orderBy: sorted.length > 0 ? ` ORDER BY ${renderer.list(sorted)}` : '',
    after: after.map((clause) => ` ${renderer.render(clause)}`).join(''),
    typeOf: (argument) => renderer.scope.typeOf(argument),
    macro: (name) => renderer.macro(name),
  };
}
