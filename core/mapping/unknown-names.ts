import { compileMapping } from './compile-mapping.ts';

/** What a mapping of a row sees, and what one of an endpoint's answer does. */
export const ROW_NAMES = ['sample_id', 'row_index', 'input', 'expected', 'metadata'] as const;
export const ANSWER_NAMES = ['status', 'headers', 'body'] as const;

/** Names that an expression begins a path with and that are never there: each of them is nothing, for every row. */
export function unknownNames(expression: string, field: string, known: readonly string[]): string[] {
  const names = namesAtRoot(compileMapping(expression, field).expression.ast() as Node);
  return [...new Set(names)].filter((name) => !known.includes(name));
}

type Node = { readonly type?: string; readonly value?: unknown; readonly [child: string]: unknown };

/** Where an expression still looks at the whole: behind a step, in a predicate or in a function it looks at something else. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  unary: ['lhs', 'expressions', 'expression'],
  binary: ['lhs', 'rhs'],
  condition: ['condition', 'then', 'else'],
  block: ['expressions'],
  function: ['arguments'],
  bind: ['rhs'],
  apply: ['lhs'],
};

function namesAtRoot(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesAtRoot);
  if (node === null || typeof node !== 'object') return [];
  const { type = '', ...rest } = node as Node;
  if (type !== 'path') return (CHILDREN[type] ?? []).flatMap((child) => namesAtRoot(rest[child]));
  const [first] = rest.steps as Node[];
  return first?.type === 'name' ? [String(first.value)] : namesAtRoot(first);
}
