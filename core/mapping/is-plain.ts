interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly steps?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly lhs?: readonly (readonly [Node, Node])[];
}

/** What else a step may carry: where it stands, and what tells of names that begin with `$`. */
const OF_A_NAME = new Set(['type', 'value', 'position', 'steps', 'keepSingletonArray', 'keepArray']);

/**
 * Whether an expression is made of names, constants, objects and lists alone. It calls nothing, and each of its steps
 * takes no more time and room than its input has.
 */
export function isPlain(node: Node): boolean {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return hasOnlyName(node);
    case 'variable':
      return isWhole(node);
    case 'path':
      return hasOnlyName(node) && node.steps?.every(isNameStep) === true;
    case 'unary':
      if ('group' in node || 'predicate' in node || 'stages' in node) return false;
      if (node.value === '[') return node.expressions?.every(isPlain) ?? false;
      return node.value === '{' && (node.lhs ?? []).every(([key, value]) => key.type === 'string' && isPlain(value));
    default:
      return false;
  }
}

/** `$` and `$$` stand for the whole at the beginning of a path, and for all of a list's owners further on. */
const isNameStep = (step: Node, index: number): boolean =>
  step.type === 'name' ? hasOnlyName(step) : index === 0 && step.type === 'variable' && isWhole(step);

const isWhole = (node: Node): boolean => hasOnlyName(node) && (node.value === '' || node.value === '$');

const hasOnlyName = (node: Node): boolean => Object.keys(node).every((key) => OF_A_NAME.has(key));
