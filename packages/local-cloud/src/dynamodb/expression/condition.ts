import {
  type AttributeValue,
  bytes,
  compareValues,
  equalValues,
  hasOrder,
  type Item,
  typeOf,
} from '../attribute-value.ts';
import { type DocumentPath, valueAt } from './document-path.ts';
import type { Operand } from './parser.ts';

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly operator: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly operand: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly list: readonly Operand[] }
  | { readonly kind: 'exists'; readonly path: DocumentPath; readonly expected: boolean }
  | {
      readonly kind: 'attribute_type' | 'begins_with' | 'contains';
      readonly left: Operand;
      readonly right: Operand;
    };

export function matches(condition: Condition, item: Item | undefined): boolean {
  const value = (operand: Operand) => evaluate(operand, item);
  switch (condition.kind) {
    case 'and':
      return matches(condition.left, item) && matches(condition.right, item);
    case 'or':
      return matches(condition.left, item) || matches(condition.right, item);
    case 'not':
      return !matches(condition.condition, item);
    case 'compare':
      return compare(condition.operator, value(condition.left), value(condition.right));
    case 'between': {
      const of = value(condition.operand);
      return compare('>=', of, value(condition.low)) && compare('<=', of, value(condition.high));
    }
    case 'in':
      return condition.list.some((candidate) => compare('=', value(condition.operand), value(candidate)));
    case 'exists':
      return (valueAt(item, condition.path) !== undefined) === condition.expected;
    case 'attribute_type': {
      const of = value(condition.left);
      return of !== undefined && typeOf(of) === value(condition.right)?.S;
    }
    case 'begins_with':
      return beginsWith(value(condition.left), value(condition.right));
    case 'contains':
      return contains(value(condition.left), value(condition.right));
  }
}

function evaluate(operand: Operand, item: Item | undefined): AttributeValue | undefined {
  if (operand.kind === 'path') return valueAt(item, operand.path);
  if (operand.kind === 'value') return operand.value;
  const length = sizeOf(evaluate(operand.of, item));
  return length === undefined ? undefined : { N: String(length) };
}

function compare(operator: Comparator, a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (operator === '<>') return !compare('=', a, b);
  if (!a || !b || typeOf(a) !== typeOf(b)) return false;
  if (operator === '=') return equalValues(a, b);
  if (!hasOrder(a)) return false;
  const order = compareValues(a, b);
  return operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0;
}

/** A string counts in UTF-16 units, binary in bytes, the others in elements. */
function sizeOf(value: AttributeValue | undefined): number | undefined {
  if (value?.S !== undefined) return value.S.length;
  if (value?.B !== undefined) return bytes(value.B).length;
  if (value?.M) return Object.keys(value.M).length;
  return (value?.SS ?? value?.NS ?? value?.BS ?? value?.L)?.length;
}

export function beginsWith(value: AttributeValue | undefined, prefix: AttributeValue | undefined): boolean {
  if (value?.S !== undefined && prefix?.S !== undefined) return value.S.startsWith(prefix.S);
  if (value?.B === undefined || prefix?.B === undefined) return false;
  const start = bytes(prefix.B);
  return bytes(value.B).subarray(0, start.length).equals(start);
}

function contains(value: AttributeValue | undefined, part: AttributeValue | undefined): boolean {
  if (!value || !part) return false;
  if (value.S !== undefined) return part.S !== undefined && value.S.includes(part.S);
  if (value.B !== undefined) return part.B !== undefined && bytes(value.B).includes(bytes(part.B));
  if (value.L) return value.L.some((member) => equalValues(member, part));
  if (value.SS) return part.S !== undefined && value.SS.includes(part.S);
  if (value.NS) return part.N !== undefined && value.NS.includes(part.N);
  if (value.BS) return part.B !== undefined && value.BS.includes(part.B);
  return false;
}
