import { QueryError } from '../query-error.ts';
import { type SyntaxNode, stringValue, textOf } from '../syntax-tree.ts';
import type { Type } from './types.ts';

export const LARGEST_BIGINT = 9223372036854775807n;

export function integerType(literal: SyntaxNode, largest: bigint): Type {
  const value = BigInt(textOf(literal));
  if (value > largest) throw new QueryError('SYNTAX_ERROR', `Invalid numeric literal: ${value}`, literal);
  return value > 2147483647n ? 'bigint' : 'integer';
}

/** `1.50` is a decimal(3,2); zeros before the point do not count. */
export function decimalType(text: string): Type {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const precision = Math.max(1, whole.replace(/^0+/, '').length + fraction.length);
  return `decimal(${precision},${fraction.length})`;
}

export function constructedType(node: SyntaxNode): Type {
  const name = textOf(node.children[0] ?? node).toLowerCase();
  return name === 'decimal' ? decimalType(stringValue(node.children.at(-1) ?? node) ?? '') : name;
}
