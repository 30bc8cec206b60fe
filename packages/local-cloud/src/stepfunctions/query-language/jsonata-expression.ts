import jsonata, { type Expression } from 'jsonata-2.0';
import { evaluateApart } from './expression-process.ts';

/** Compiling takes twenty times as long as evaluating; a state machine has far fewer expressions than this. */
const CACHE_SIZE = 5000;
const cache = new Map<string, Expression>();

/** Throws JSONata's own error when the text does not parse. */
export function compile(text: string): Expression {
  const known = cache.get(text);
  if (known) {
    cache.delete(text);
    cache.set(text, known);
    return known;
  }
  const expression = jsonata(text);
  cache.set(text, expression);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  return expression;
}

/** A variable, or names from there on. */
const PATH = /^\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const KEYWORDS = /\.(?:and|or|in|true|false|null)\b/;

/** The value as plain JSON, undefined where there is none. `machine` names the state machine. Throws ExpressionFailure. */
export async function evaluateExpression(
  machine: string,
  text: string,
  bindings: Record<string, unknown>,
): Promise<unknown> {
  if (PATH.test(text) && !KEYWORDS.test(text)) {
    const found = follow(text.slice(1).split('.'), bindings);
    if (found) return found.value;
  }
  return evaluateApart(machine, text, bindings);
}

/** Most expressions are paths through objects. Those through lists, and to functions, are JSONata's. */
function follow(names: readonly string[], bindings: Record<string, unknown>): { readonly value: unknown } | undefined {
  if (!Object.hasOwn(bindings, names[0] ?? '')) return undefined;
  let value: unknown = bindings;
  for (const name of names) {
    if (Array.isArray(value)) return undefined;
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return { value: undefined };
    value = (value as Record<string, unknown>)[name];
  }
  return { value };
}

const OPEN = '{%';
const CLOSE = '%}';

/** "A field's string must start with `{%` and end with `%}` exactly" to be an expression. */
export function expressionIn(value: string): string | undefined {
  if (!value.startsWith(OPEN) || !value.endsWith(CLOSE) || value.length < 4) return undefined;
  return value.slice(OPEN.length, -CLOSE.length).trim();
}
