import { compileMapping } from './compile-mapping.ts';

/** What a mapping of a row sees, and what one of an endpoint's answer does. */
export const ROW_NAMES = ['sample_id', 'row_index', 'input', 'expected', 'metadata'] as const;
export const ANSWER_NAMES = ['status', 'headers', 'body'] as const;

/** Names that an expression begins a path with and that are never there: each of them is nothing, for every row. */
export function unknownNames(expression: string, field: string, known: readonly string[]): string[] {
  const names = pathsOf(expression, field).map(([first]) => first);
  return [...new Set(names)].filter((name) => !known.includes(name));
}

/** Columns that a mapping of a row takes from `input` and that rows do not have: what is sent lacks them, and nothing fails. */
export function unknownColumns(expression: string, field: string, columns: readonly string[]): string[] {
  const taken = pathsOf(expression, field).flatMap(([first, second]) => (first === 'input' && second ? [second] : []));
  return [...new Set(taken)].filter((name) => !columns.includes(name));
}

/** The first two names of each path that begins at the whole. */
type Path = readonly [first: string, second?: string];

const pathsOf = (expression: string, field: string): Path[] =>
  pathsAtRoot(compileMapping(expression, field).expression.ast() as Node);

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

function pathsAtRoot(node: unknown): Path[] {
  if (Array.isArray(node)) return node.flatMap(pathsAtRoot);
  if (node === null || typeof node !== 'object') return [];
  const { type = '', ...rest } = node as Node;
  if (type !== 'path') return (CHILDREN[type] ?? []).flatMap((child) => pathsAtRoot(rest[child]));
  const [first, second] = rest.steps as Node[];
  if (first?.type !== 'name') return pathsAtRoot(first);
  return [[String(first.value), second?.type === 'name' ? String(second.value) : undefined]];
}
