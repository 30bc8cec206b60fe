import {
  childOf,
  childrenOf,
  isIdentifier,
  nameOf,
  type SyntaxNode,
  soleDescendant,
  stringValue,
  textOf,
} from './syntax-tree.ts';
import type { TableReference } from './table-references.ts';

/**
 * The values a column may have by the conditions on a table: `day = '1'` or `day IN ('1', '2')`. Undefined when no
 * condition names constants for it.
 */
export function constantsFor(
  column: string,
  { alias, conditions }: TableReference,
  parameterOf: (node: SyntaxNode) => string | undefined,
): string[] | undefined {
  let values: Set<string> | undefined;
  for (const condition of conditions) {
    const found = constantsIn(condition, column, alias, parameterOf);
    if (found) values = values ? new Set(found.filter((value) => values?.has(value))) : new Set(found);
  }
  return values && [...values];
}

function constantsIn(
  condition: SyntaxNode,
  column: string,
  alias: string,
  parameterOf: (node: SyntaxNode) => string | undefined,
): string[] | undefined {
  const predicated = soleDescendant(condition, 'Predicated');
  const [left, predicate] = predicated?.children ?? [];
  if (!left || !predicate) return undefined;
  if (predicate.kind === 'Comparison' && textOf(predicate.children[0] ?? predicate) === '=') {
    const right = predicate.children[1] ?? predicate;
    if (isColumn(left, column, alias)) return wrap(constant(right, parameterOf));
    if (isColumn(right, column, alias)) return wrap(constant(left, parameterOf));
  }
  if (
    predicate.kind === 'InList' &&
    predicate.children[0]?.text.toUpperCase() === 'IN' &&
    isColumn(left, column, alias)
  ) {
    const values = childrenOf(predicate, 'Expression').map((expression) => constant(expression, parameterOf));
    return values.every((value) => value !== undefined) ? values : undefined;
  }
  return undefined;
}

const wrap = (value: string | undefined): string[] | undefined => (value === undefined ? undefined : [value]);

function isColumn(node: SyntaxNode, column: string, alias: string): boolean {
  const reference = soleDescendant(node, 'ColumnReference');
  const qualified = reference && soleDescendant(reference, 'QualifiedName');
  const parts = qualified?.children.filter(isIdentifier).map((part) => nameOf(part).toLowerCase()) ?? [];
  if (parts.at(-1) !== column.toLowerCase()) return false;
  return parts.length === 1 || (parts.length === 2 && parts[0] === alias.toLowerCase());
}

function constant(node: SyntaxNode, parameterOf: (node: SyntaxNode) => string | undefined): string | undefined {
  const text = stringValue(node);
  if (text !== undefined) return text;
  const parameter = soleDescendant(node, 'Parameter');
  if (parameter) return parameterOf(parameter);
  const typed = soleDescendant(node, 'TypeConstructor');
  if (typed) return stringValue(typed.children.at(-1) ?? typed);
  const number = soleDescendant(node, 'NumericLiteral');
  if (number) return textOf(number);
  const cast = soleDescendant(node, 'Cast');
  const inner = cast && childOf(cast, 'Expression');
  return inner && constant(inner, parameterOf);
}
