import { literal } from './functions/function.ts';
import { duckPath } from './functions/json.ts';
import { QueryError } from './query-error.ts';
import type { Renderer } from './render.ts';
import { childOf, childrenOf, hasToken, type SyntaxNode, stringValue } from './syntax-tree.ts';

/** SQL's JSON functions in their plain forms. What they make is text, as in Trino. */
export function renderJson(node: SyntaxNode, renderer: Renderer): string {
  switch (node.kind) {
    case 'JsonObject':
      return `CAST(json_object(${childrenOf(node, 'JsonObjectMember')
        .map((member) => jsonMember(member, renderer))
        .join(', ')}) AS VARCHAR)`;
    case 'JsonArray':
      // NULLs are left out unless the call says NULL ON NULL.
      if (hasToken(node, 'NULL')) return `CAST(json_array(${jsonValues(node, renderer)}) AS VARCHAR)`;
      return `CAST(to_json(list_filter([${childrenOf(node, 'JsonValueExpression')
        .map((value) => `to_json(${renderer.render(value)})`)
        .join(', ')}], lambda one: one IS NOT NULL AND CAST(one AS VARCHAR) <> 'null')) AS VARCHAR)`;
    case 'JsonQuery':
      return `CAST(trino_json_extract(${jsonTarget(node, renderer)}) AS VARCHAR)`;
    case 'JsonValue':
      return `trino_json_extract_scalar(${jsonTarget(node, renderer)})`;
    default:
      return `(trino_json_extract(${jsonTarget(node, renderer)}) IS NOT NULL)`;
  }
}

const jsonValues = (node: SyntaxNode, renderer: Renderer): string =>
  renderer.list(childrenOf(node, 'JsonValueExpression'));

function jsonMember(member: SyntaxNode, renderer: Renderer): string {
  const key = childOf(member, 'Expression');
  const value = childOf(member, 'JsonValueExpression');
  if (!key || !value) throw new QueryError('SYNTAX_ERROR', 'A member of json_object needs a key and a value', member);
  return `${renderer.render(key)}, ${jsonValue(value, renderer)}`;
}

/** `x FORMAT JSON` is JSON already; anything else becomes a JSON value. */
function jsonValue(node: SyntaxNode, renderer: Renderer): string {
  const expression = childOf(node, 'Expression');
  if (!expression) return renderer.join(node.children);
  const value = renderer.render(expression);
  return hasToken(node, 'FORMAT') ? `CAST(${value} AS JSON)` : value;
}

function jsonTarget(node: SyntaxNode, renderer: Renderer): string {
  const invocation = childOf(node, 'JsonPathInvocation');
  const value = invocation && childOf(invocation, 'JsonValueExpression');
  const pathNode = invocation && childOf(invocation, 'BasicStringLiteral');
  const path = pathNode && stringValue(pathNode);
  if (!value || path === undefined || !pathNode) {
    throw new QueryError('NOT_SUPPORTED', 'The JSON path must be a plain string literal in the local cloud', node);
  }
  return `${renderer.render(value)}, ${literal(duckPath(path, { sql: '', node: pathNode }))}`;
}
