import { compile, expressionIn } from '../query-language/jsonata-expression.ts';
import type { Problems } from './problems.ts';

/** The parts of `$states` that not every field has. */
export type Extra = 'result' | 'errorOutput';

/** Checks all expressions in a field: they parse, start from `$states` or a variable, and use of `$states` what is there. */
export function checkExpressions(value: unknown, at: string, problems: Problems, extra?: Extra): void {
  if (typeof value === 'string') {
    const text = expressionIn(value);
    if (text !== undefined) checkExpression(text, at, problems, extra);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      checkExpressions(item, Array.isArray(value) ? `${at}[${name}]` : `${at}/${name}`, problems, extra);
    }
  }
}

function checkExpression(text: string, at: string, problems: Problems, extra: Extra | undefined): void {
  if (text === '') {
    problems.add(at, 'The JSONata expression is empty');
    return;
  }
  let tree: Node;
  try {
    tree = compile(text).ast() as unknown as Node;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    problems.add(at, `The JSONata expression '${text}' is not valid. ${code ? `${code}: ` : ''}${message ?? error}`);
    return;
  }
  for (const part of ['result', 'errorOutput'] as const) {
    if (part !== extra && usesStates(tree, part)) {
      problems.add(at, `The JSONata expression '${text}' uses $states.${part}, which is not available in this field`);
    }
  }
  const loose = looseReference(tree, false);
  if (loose !== undefined) {
    problems.add(
      at,
      `The JSONata expression '${text}' uses '${loose}' at the top level; start from $states.input, $states.result, $states.errorOutput, $states.context or a variable`,
    );
  }
}

/** A node of JSONata's syntax tree; only what is looked at here. */
interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly steps?: readonly Node[];
  readonly [part: string]: unknown;
}

/** Is `$states.PART` anywhere in the tree? */
function usesStates(node: unknown, part: Extra): boolean {
  if (node === null || typeof node !== 'object') return false;
  const [first, second] = (node as Node).steps ?? [];
  if (first?.type === 'variable' && first.value === 'states' && second?.value === part) return true;
  return Object.values(node).some((inner) => usesStates(inner, part));
}

/** Parts of a step that are evaluated with the step's value as `$`. */
const INSIDE = new Set(['predicate', 'stages', 'group', 'focus', 'index', 'ancestor']);

/**
 * "No `$`/`$$` at top level, no unqualified names": the first name that would be looked up in an input Step Functions
 * does not give. `bound` is true where the expression itself has set what `$` stands for.
 */
function looseReference(node: unknown, bound: boolean): string | undefined {
  if (node === null || typeof node !== 'object') return undefined;
  if (Array.isArray(node)) return firstOf(node, (item) => looseReference(item, bound));
  const { type, value } = node as Node;
  if (!bound) {
    if (type === 'variable' && value === '') return '$';
    if (type === 'variable' && value === '$') return '$$';
    if (type === 'name') return String(value);
    if (type === 'wildcard' || type === 'descendant' || type === 'parent') return String(value ?? '%');
  }
  if (type === 'path') {
    return (
      firstOf((node as Node).steps ?? [], (step, index) => looseReference(step, bound || index > 0)) ??
      firstOf(parts(node as Node, ['steps', 'type', 'value']), ([, part]) => looseReference(part, true))
    );
  }
  // What is inside `a[…]` and `a{…}` sees a's value, a transform what it is applied to; other parts see what the node sees.
  return firstOf(parts(node as Node, ['type', 'value']), ([name, part]) =>
    looseReference(part, bound || type === 'transform' || INSIDE.has(name)),
  );
}

function parts(node: Node, without: readonly string[]): [string, unknown][] {
  return Object.entries(node).filter(([name]) => !without.includes(name));
}

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
