import { QueryError } from './query-error.ts';
import { childOf, childrenOf, hasToken, type SyntaxNode, stringValue, textOf } from './syntax-tree.ts';

const SECONDS: Readonly<Record<string, number>> = { DAY: 86_400, HOUR: 3_600, MINUTE: 60, SECOND: 1 };

/** `INTERVAL '1 2:03:04.5' DAY TO SECOND`, `INTERVAL '1-2' YEAR TO MONTH`, `INTERVAL '3' DAY`. */
export function renderInterval(node: SyntaxNode): string {
  const text = stringValue(childOf(node, 'BasicStringLiteral') ?? node) ?? '';
  const fields = childrenOf(node, 'IntervalField').map((field) => textOf(field).toUpperCase());
  const [first = '', last = first] = fields;
  const sign = (hasToken(node, '-') ? -1 : 1) * (text.trim().startsWith('-') ? -1 : 1);
  const numbers = text.trim().replace(/^[+-]/, '').split(/[-: ]/).map(Number);
  const units = unitsBetween(first, last);
  if (units.length === 0 || numbers.length > units.length || numbers.some(Number.isNaN)) {
    throw new QueryError('INVALID_LITERAL', `Invalid INTERVAL ${fields.join(' TO ')} value: ${text}`, node);
  }
  if (first === 'YEAR' || first === 'MONTH') {
    const months = numbers.reduce((sum, value, index) => sum + value * (units[index] === 'YEAR' ? 12 : 1), 0);
    return `to_months(${sign * months})`;
  }
  const seconds = numbers.reduce((sum, value, index) => sum + value * (SECONDS[units[index] ?? ''] ?? 0), 0);
  return `to_milliseconds(${sign * Math.round(seconds * 1000)})`;
}

function unitsBetween(first: string, last: string): string[] {
  for (const units of [['YEAR', 'MONTH'], Object.keys(SECONDS)]) {
    if (units.includes(first)) return units.slice(units.indexOf(first), units.indexOf(last) + 1);
  }
  return [];
}
