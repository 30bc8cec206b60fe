import { expression, same, type TrinoFunction } from './function.ts';
import { jsonPath } from './json-path.ts';

export const JSON_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  json_extract_scalar: expression(2, ([json], nodes) => `trino_json_extract_scalar(${json}, ${jsonPath(nodes[1])})`),
  json_extract: expression(2, ([json], nodes) => `trino_json_extract(${json}, ${jsonPath(nodes[1])})`),
  json_parse: expression(1, ([text], _nodes, call) => `${call.macro('trino_json_parse')}(${text})`),
  json_format: same('trino_json_format', 1),
  json_array_length: same('trino_json_array_length', 1),
  json_array_get: expression(2, ([json, index]) => `trino_json_extract(${json}, '$[' || (${index}) || ']')`),
  json_size: expression(2, ([json], nodes) => `trino_json_size(${json}, ${jsonPath(nodes[1])})`),
  is_json_scalar: same('trino_is_json_scalar', 1),
};
