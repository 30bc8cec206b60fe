import { type AttributeValue, compareValues, type Item, typeOf } from './attribute-value.ts';
import { invalid, invalidParameter } from './errors.ts';
import { beginsWith, type Condition } from './expression/condition.ts';
import type { Operand } from './expression/parser.ts';
import type { RangeOrder } from './item-tree.ts';
import { type Key, type KeyAttribute, keyNames } from './key.ts';

export interface KeyCondition {
  /** The partition to read. */
  readonly hash: Item;
  readonly rangeOrder: RangeOrder | undefined;
}

/** "The condition must perform an equality test on a single partition key value", and may narrow the sort key. */
export function keyCondition(condition: Condition, key: Key): KeyCondition {
  const parts = conjuncts(condition);
  const byName = new Map<string, Condition>();
  for (const part of parts) {
    const name = attributeOf(part);
    if (byName.has(name)) {
      throw invalid('Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key');
    }
    byName.set(name, part);
  }
  const missed = byName.has(key.hash.name) ? key.range?.name : key.hash.name;
  const unknown = [...byName.keys()].some((name) => !keyNames(key).includes(name));
  if (!byName.has(key.hash.name) || unknown) {
    throw invalid(`Query condition missed key schema element: ${missed ?? key.hash.name}`);
  }
  const hash = byName.get(key.hash.name);
  if (hash?.kind !== 'compare' || hash.operator !== '=') throw invalid('Query key condition not supported');
  const range = key.range && byName.get(key.range.name);
  return {
    hash: { [key.hash.name]: literal(other(hash), key.hash) },
    rangeOrder: key.range && range ? rangeOrder(range, key.range) : undefined,
  };
}

function conjuncts(condition: Condition): Condition[] {
  if (condition.kind === 'and') return [...conjuncts(condition.left), ...conjuncts(condition.right)];
  if (condition.kind === 'or') {
    throw invalid('Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: OR');
  }
  if (condition.kind === 'not') {
    throw invalid('Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: NOT');
  }
  return [condition];
}

function attributeOf(condition: Condition): string {
  const operand = operandsOf(condition).find(({ kind }) => kind === 'path');
  if (operand?.kind !== 'path') {
    throw invalid('Invalid KeyConditionExpression: No key attribute specified');
  }
  if (operand.path.length > 1) {
    throw invalid(
      'Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes',
    );
  }
  return operand.path[0] as string;
}

function operandsOf(condition: Condition): Operand[] {
  switch (condition.kind) {
    case 'compare':
    case 'begins_with':
      return [condition.left, condition.right];
    case 'between':
      return [condition.operand];
    default: {
      const name = condition.kind === 'exists' ? 'attribute_exists' : condition.kind;
      throw invalid(`Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: ${name}`);
    }
  }
}

const other = (condition: Condition & { kind: 'compare' }): Operand =>
  condition.left.kind === 'path' ? condition.right : condition.left;

function literal(operand: Operand, attribute: KeyAttribute): AttributeValue {
  if (operand.kind !== 'value') {
    throw invalid(
      'Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    );
  }
  if (typeOf(operand.value) !== attribute.type) {
    throw invalidParameter('Condition parameter type does not match schema type');
  }
  if (operand.value.S === '') {
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${attribute.name}`,
    );
  }
  return operand.value;
}

const MIRRORED = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=', '<>': '<>' } as const;

function rangeOrder(condition: Condition, attribute: KeyAttribute): RangeOrder {
  if (condition.kind === 'between') {
    const [low, high] = [literal(condition.low, attribute), literal(condition.high, attribute)];
    return (value) => (compareValues(value, low) < 0 ? -1 : compareValues(value, high) > 0 ? 1 : 0);
  }
  if (condition.kind === 'begins_with') {
    const prefix = literal(condition.right, attribute);
    return (value) => (beginsWith(value, prefix) ? 0 : compareValues(value, prefix));
  }
  if (condition.kind !== 'compare' || condition.operator === '<>') throw invalid('Query key condition not supported');
  const bound = literal(other(condition), attribute);
  const operator = condition.left.kind === 'path' ? condition.operator : MIRRORED[condition.operator];
  return (value) => {
    const order = compareValues(value, bound);
    switch (operator) {
      case '=':
        return order;
      case '<':
        return order < 0 ? 0 : 1;
      case '<=':
        return order <= 0 ? 0 : 1;
      case '>':
        return order > 0 ? 0 : -1;
      default:
        return order >= 0 ? 0 : -1;
    }
  };
}
