import { type ElementTest, elementTest, isScalar, PatternError, type Scalar } from './pattern-element.ts';

/** Whether an event fits. */
export type EventPattern = (event: unknown) => boolean;

/**
 * Reads a pattern of EventBridge, or a filter policy of SNS, which has the same grammar: fields name lists of
 * allowed values, all fields must fit, and one fitting element of each list is enough.
 */
export function parseEventPattern(pattern: unknown): EventPattern {
  if (!isObject(pattern)) throw new PatternError('Filter is not an object');
  if (Object.keys(pattern).length === 0) throw new PatternError('Empty filter is not allowed');
  const test = compileObject(unfolded(pattern) as Record<string, unknown>, []);
  return (event) => test(unfolded(event));
}

/** A name with dots is a path, in patterns and in events: `"a.b": 1` is the same as `"a": { "b": 1 }`. */
function unfolded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unfolded);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let parent = result;
    for (const step of steps) {
      if (!Object.hasOwn(parent, step) || !isObject(parent[step])) parent[step] = {};
      parent = parent[step] as Record<string, unknown>;
    }
    parent[last] = unfolded(member);
  }
  return result;
}

function compileObject(pattern: Record<string, unknown>, path: readonly string[]): EventPattern {
  const fields = Object.entries(pattern).map(([name, rule]): EventPattern => {
    const at = [...path, name];
    if (name === '$or' && Array.isArray(rule)) return compileOr(rule, path);
    const test = Array.isArray(rule) ? compileLeaf(rule, at) : compileNested(rule, at);
    return (event) => test(isObject(event) && Object.hasOwn(event, name) ? event[name] : undefined);
  });
  // Of a list of objects one must fit by itself.
  return (event) =>
    Array.isArray(event)
      ? event.some((element) => fields.every((field) => field(element)))
      : fields.every((field) => field(event));
}

function compileOr(alternatives: readonly unknown[], path: readonly string[]): EventPattern {
  if (alternatives.length < 2) throw new PatternError('$or must be a list of at least two patterns');
  const patterns = alternatives.map((alternative) => {
    if (!isObject(alternative)) throw new PatternError('$or must be a list of patterns');
    return compileObject(alternative, path);
  });
  return (event) => patterns.some((pattern) => pattern(event));
}

function compileNested(rule: unknown, path: readonly string[]): EventPattern {
  if (!isObject(rule)) throw new PatternError(`"${path.join('.')}" must be an object or an array`);
  if (Object.keys(rule).length === 0) throw new PatternError(`Empty objects are not allowed: "${path.join('.')}"`);
  return compileObject(rule, path);
}

function compileLeaf(rule: readonly unknown[], path: readonly string[]): EventPattern {
  if (rule.length === 0) throw new PatternError(`Empty arrays are not allowed: "${path.join('.')}"`);
  const elements: ElementTest[] = rule.map((element) => elementTest(element, path.join('.')));
  return (value) => {
    const present = scalars(value);
    return elements.some((element) =>
      element === 'absent' ? value === undefined : present.some((scalar) => element(scalar)),
    );
  };
}

/** A list fits when one of its elements does. */
function scalars(value: unknown): Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalars);
  return isScalar(value) ? [value] : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
