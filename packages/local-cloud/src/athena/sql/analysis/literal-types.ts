import { QueryError } from '../query-error.ts';
import { type SyntaxNode, stringValue, textOf } from '../syntax-tree.ts';
import { UTC, zoned, zoneNamed, zoneOf } from '../time-zone.ts';
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
  const text = stringValue(node.children.at(-1) ?? node) ?? '';
  if (name === 'decimal') return decimalType(text);
  if (name === 'timestamp') {
    const { fraction, zone } = timestampParts(text) ?? { fraction: '', zone: undefined };
    return zone === undefined ? `timestamp(${fraction.length})` : zoned(fraction.length, zoneNamed(zone) ?? UTC);
  }
  if (name === 'time') return `time(${/\.(\d+)$/.exec(text)?.[1]?.length ?? 0})`;
  return name === 'int' ? 'integer' : name;
}

const TIMESTAMP =
  /^\s*([+-]?\d{4,}-\d\d?-\d\d?(?:[ T]\d\d?:\d\d?(?::\d\d?(?:\.(\d+))?)?)?) ?([A-Za-z][\w/+-]*|[+-]\d\d?(?::?\d\d)?)?\s*$/;

/** `2026-11-16 04:05:06.789 Europe/Berlin`: the clock's time, the digits of its fraction, and the zone if there is one. */
export function timestampParts(
  text: string,
): { local: string; fraction: string; zone: string | undefined } | undefined {
  const [, local, fraction = '', zone] = TIMESTAMP.exec(text) ?? [];
  return local === undefined ? undefined : { local, fraction, zone };
}

/** The type a CAST names, which for a time has the zone of what it is made of. */
export function timeTypeNamed(node: SyntaxNode, source: Type, text: string | undefined): Type {
  const name = textOf(node).toLowerCase();
  const precision = Number(/\((\d+)\)/.exec(name)?.[1] ?? 3);
  if (!name.startsWith('timestamp')) return `time(${precision})`;
  if (!name.endsWith('withtimezone')) return `timestamp(${precision})`;
  const written = text === undefined ? undefined : timestampParts(text)?.zone;
  return zoned(precision, written === undefined ? zoneOf(source) : (zoneNamed(written) ?? UTC));
}
