import { expression, same, type TrinoFunction } from './function.ts';
import { jsonPath } from './json-path.ts';

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
  json_size: expression(2, ([json], nodes) => `trino_json_size(${json}, ${jsonPath(nodes[1])})`),
  is_json_scalar: expression(1, ([json], _nodes, call) => `${call.macro('trino_is_json_scalar')}(${json})`),
  json_array_contains: same('trino_json_array_contains', 2),
};
