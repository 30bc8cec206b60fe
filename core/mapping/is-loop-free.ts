const NODES = new Set([
  'path',
  'binary',
  'unary',
  'name',
  'string',
  'number',
  'value',
  'variable',
  'condition',
  'block',
  'function',
  'filter',
  'index',
]);

/** Built-ins whose cost and result are no larger than their arguments. */
const FUNCTIONS = new Set(
  (
    'abs append average base64decode base64encode boolean ceil contains count encodeUrlComponent exists floor keys length ' +
    'lookup lowercase max merge min not now number parseInteger round split string substring substringAfter ' +
    'substringBefore sum trim type uppercase'
  ).split(' '),
);

/**
 * Whether an expression can do no more work than its own length times its input's: no functions of its own, no regular
 * expressions, no ranges, no built-in that multiplies. What is not known to be harmless is not loop-free.
 */
export function isLoopFree(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isLoopFree);
  if (node === null || typeof node !== 'object') return true;
  const { type, value, procedure } = node as { type?: string; value?: unknown; procedure?: { value?: unknown } };
  if (type !== undefined && !NODES.has(type)) return false;
  if (type === 'binary' && value === '..') return false;
  if (type === 'function' && !FUNCTIONS.has(String(procedure?.value))) return false;
  return Object.values(node).every(isLoopFree);
}
