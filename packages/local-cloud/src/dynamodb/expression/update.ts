import { type AttributeValue, type Item, typeOf } from '../attribute-value.ts';
import { addText, NumberError, subtractText } from '../decimal.ts';
import { invalid } from '../errors.ts';
import { type DocumentPath, replaceAt, valueAt } from './document-path.ts';

export type SetOperand =
  | { readonly kind: 'path'; readonly path: DocumentPath }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: '+' | '-' | 'list_append'; readonly left: SetOperand; readonly right: SetOperand }
  | { readonly kind: 'if_not_exists'; readonly path: DocumentPath; readonly otherwise: SetOperand };

export type UpdateAction =
  | { readonly kind: 'SET'; readonly path: DocumentPath; readonly operand: SetOperand }
  | { readonly kind: 'REMOVE'; readonly path: DocumentPath }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: DocumentPath; readonly value: AttributeValue };

/** The item after the update. Every operand is read from the item as it was before. */
export function applyUpdate(actions: readonly UpdateAction[], item: Item): Item {
  const changes = actions.map((action) => ({ action, value: newValue(action, item) }));
  let updated = item;
  for (const { action, value } of inOrder(changes)) {
    const next = replaceAt(updated, action.path, () => value);
    if (!next) throw invalid('The document path provided in the update expression is invalid for update');
    updated = next;
  }
  return updated;
}

interface Change {
  readonly action: UpdateAction;
  readonly value: AttributeValue | undefined;
}

/**
 * Indexes mean positions before the update: values beyond a list's end are appended from the lowest index up, and
 * elements are taken out from the highest index down, after everything else.
 */
function inOrder(changes: readonly Change[]): Change[] {
  const index = (change: Change): number => {
    const last = change.action.path.at(-1);
    return typeof last === 'number' ? last : -1;
  };
  const removals = changes.filter((change) => change.value === undefined).sort((a, b) => index(b) - index(a));
  const others = changes.filter((change) => change.value !== undefined).sort((a, b) => index(a) - index(b));
  return [...others, ...removals];
}

function newValue(action: UpdateAction, item: Item): AttributeValue | undefined {
  switch (action.kind) {
    case 'SET':
      return evaluate(action.operand, item);
    case 'REMOVE':
      return undefined;
    case 'ADD':
      return added(valueAt(item, action.path), action.value);
    case 'DELETE':
      return withoutMembers(valueAt(item, action.path), action.value);
  }
}

function evaluate(operand: SetOperand, item: Item): AttributeValue {
  switch (operand.kind) {
    case 'value':
      return operand.value;
    case 'path': {
      const value = valueAt(item, operand.path);
      if (!value) throw invalid('The provided expression refers to an attribute that does not exist in the item');
      return value;
    }
    case 'if_not_exists':
      return valueAt(item, operand.path) ?? evaluate(operand.otherwise, item);
    case 'list_append': {
      const [left, right] = [evaluate(operand.left, item), evaluate(operand.right, item)];
      if (!left.L || !right.L) throw wrongType();
      return { L: [...left.L, ...right.L] };
    }
    default: {
      const [left, right] = [evaluate(operand.left, item), evaluate(operand.right, item)];
      if (left.N === undefined || right.N === undefined) throw wrongType();
      return { N: calculate(operand.kind === '+' ? addText : subtractText, left.N, right.N) };
    }
  }
}

function added(old: AttributeValue | undefined, value: AttributeValue): AttributeValue {
  if (!old) return value;
  const type = typeOf(value);
  if (typeOf(old) !== type) throw wrongType();
  if (type === 'N') return { N: calculate(addText, old.N ?? '0', value.N ?? '0') };
  if (type === 'SS' || type === 'NS' || type === 'BS') {
    return { [type]: [...new Set([...(old[type] ?? []), ...(value[type] ?? [])])] };
  }
  throw wrongType();
}

function withoutMembers(old: AttributeValue | undefined, value: AttributeValue): AttributeValue | undefined {
  const type = typeOf(value);
  if (!old) return undefined;
  if (typeOf(old) !== type || (type !== 'SS' && type !== 'NS' && type !== 'BS')) throw wrongType();
  const gone = new Set(value[type]);
  const left = (old[type] ?? []).filter((member) => !gone.has(member));
  return left.length > 0 ? { [type]: left } : undefined;
}

function calculate(operation: (a: string, b: string) => string, a: string, b: string): string {
  try {
    return operation(a, b);
  } catch (error) {
    if (error instanceof NumberError) throw invalid(error.message);
    throw error;
  }
}

const wrongType = () => invalid('An operand in the update expression has an incorrect data type');
