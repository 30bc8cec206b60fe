import { QueryError } from '../query-error.ts';
import { stringValue } from '../syntax-tree.ts';
import { type Argument, expression, literal, same, type TrinoFunction } from './function.ts';

/** `$["0"]` is a member of that name, or of an array its first element. */
const atPath = (macro: string): TrinoFunction =>
  expression(2, ([json], nodes) => {
    const path = jsonPath(nodes[1]);
    const ofArray = path.replace(/\."(\d+)"/g, '[$1]');
    const member = `${macro}(${json}, ${path})`;
    return ofArray === path ? member : `coalesce(${member}, ${macro}(${json}, ${ofArray}))`;
  });

export const JSON_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  json_extract_scalar: atPath('trino_json_extract_scalar'),
  json_extract: atPath('trino_json_extract'),
  json_parse: expression(1, ([text], _nodes, call) => `${call.macro('trino_json_parse')}(${text})`),
  json_format: same('trino_json_format', 1),
  json_array_length: same('trino_json_array_length', 1),
  json_array_get: expression(2, ([json, index]) => `trino_json_extract(${json}, '$[' || (${index}) || ']')`),
};

const STEP = /^(?:\.([A-Za-z_][\w]*)|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\])/;

/**
 * Trino's JSON path, `$.a["b c"][0]`, as DuckDB writes it: `$."a"."b c"[0]`. A path that is not a literal is handed
 * on as it is.
 */
export function jsonPath(argument: Argument | undefined): string {
  const text = argument && stringValue(argument.node);
  return text === undefined ? (argument?.sql ?? "'$'") : literal(duckPath(text, argument));
}

/** SQL's own functions say `lax $.a` or `strict $.a`. */
export function duckPath(text: string, argument: Argument | undefined): string {
  const path = text.trim().replace(/^(lax|strict)\s+/i, '');
  const invalid = () => new QueryError('INVALID_FUNCTION_ARGUMENT', `Invalid JSON path: '${text}'`, argument?.node);
  if (!path.startsWith('$')) throw invalid();
  let rest = path.slice(1);
  let result = '$';
  while (rest) {
    const step = STEP.exec(rest);
    if (!step) throw invalid();
    const [whole, name, double, single, index] = step;
    const key = name ?? (double ?? single)?.replace(/\\(.)/gs, '$1');
    result += key === undefined ? `[${index}]` : `."${key.replace(/["\\]/g, '\\$&')}"`;
    rest = rest.slice(whole.length);
  }
  return result;
}
