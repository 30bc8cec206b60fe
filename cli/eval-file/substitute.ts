import { type Document, isPair, type Node, parse, visit } from 'yaml';
import { schemasAt } from '../../core/eval-file/json-schema.ts';

/** `${NAME}` or `${NAME:-default}`; `$${` is a dollar and a brace. */
const VARIABLE = /\$(\$\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export interface MissingVariable {
  readonly name: string;
  /** Its offset in the file. */
  readonly offset: number;
}

/** Replaces variables in a document in place. Fields of type number get a number. */
export function substitute(document: Document, env: NodeJS.ProcessEnv): MissingVariable[] {
  const missing: MissingVariable[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const offset = node.range?.[0] ?? 0;
      const text = node.value.replace(VARIABLE, (whole, escaped?: string, name?: string, fallback?: string) => {
        if (escaped) return escaped;
        const value = env[name ?? ''] || fallback;
        if (value === undefined) missing.push({ name: name ?? '', offset });
        return value ?? whole;
      });
      node.value = asksForText(pathOf(ancestors, key)) ? text : typed(text);
    },
  });
  return missing;
}

/** The path of keys and list indexes that leads to a node. */
function pathOf(
  ancestors: readonly (Document | Node | unknown)[],
  key: number | 'key' | 'value' | null,
): PropertyKey[] {
  const names = ancestors.filter(isPair).map((pair) => String(pair.key));
  return typeof key === 'number' ? [...names, key] : names;
}

const asksForText = (path: readonly PropertyKey[]): boolean =>
  !schemasAt(path).some(({ type }) => type === 'integer' || type === 'number' || type === 'boolean');

function typed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}
