import { type Document, isScalar, parse, Scalar, visit } from 'yaml';

/** `${NAME}` or `${NAME:-default}`; `$${` is a dollar and a brace. */
const VARIABLE = /\$(\$\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export interface MissingVariable {
  readonly name: string;
  /** Where it is used, in characters from the file's start. */
  readonly offset: number;
}

/** Puts the environment's values into a document, in place. Numbers and booleans may come from there too. */
export function substitute(document: Document, env: NodeJS.ProcessEnv): MissingVariable[] {
  const missing: MissingVariable[] = [];
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const offset = node.range?.[0] ?? 0;
      const text = node.value.replace(VARIABLE, (whole, escaped?: string, name?: string, fallback?: string) => {
        if (escaped) return escaped;
        const value = env[name ?? ''] || fallback;
        if (value === undefined) missing.push({ name: name ?? '', offset });
        return value ?? whole;
      });
      node.value = isPlain(node) ? typed(text) : text;
    },
  });
  return missing;
}

const isPlain = (node: unknown): boolean => isScalar(node) && node.type === Scalar.PLAIN;

/** An unquoted `${N}` that holds 10 is the number 10, as if it had been written there. */
function typed(text: string): unknown {
  try {
    const value: unknown = parse(text);
    return typeof value === 'number' || typeof value === 'boolean' ? value : text;
  } catch {
    return text;
  }
}
