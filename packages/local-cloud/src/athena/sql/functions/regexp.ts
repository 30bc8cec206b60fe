import { stringValue } from '../syntax-tree.ts';
import { type Argument, expression, literal, same, type TrinoFunction } from './function.ts';

/** Both engines use RE2's syntax; they differ in what no match gives and in how a replacement names a group. */
export const REGEXP_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  regexp_like: same('regexp_matches', 2),
  regexp_extract: expression(
    [2, 3],
    ([text, pattern, group]) => `trino_regexp_extract(${text}, ${pattern}, ${group ?? 0})`,
  ),
  regexp_extract_all: expression(
    [2, 3],
    ([text, pattern, group]) => `regexp_extract_all(${text}, ${pattern}, ${group ?? 0})`,
  ),
  regexp_replace: expression(
    [2, 3],
    ([text, pattern], nodes) => `regexp_replace(${text}, ${pattern}, ${nodes[2] ? replacement(nodes[2]) : "''"}, 'g')`,
  ),
  regexp_split: same('regexp_split_to_array', 2),
  regexp_position: expression(
    2,
    ([text, pattern]) =>
      `CAST(coalesce(nullif(strpos(${text}, regexp_extract(${text}, ${pattern})), 0), -1) AS INTEGER)`,
  ),
  regexp_count: expression(2, ([text, pattern]) => `CAST(len(regexp_extract_all(${text}, ${pattern})) AS BIGINT)`),
};

/** `$1` → `\1`; `\$` is a dollar sign. */
function replacement(argument: Argument): string {
  const text = stringValue(argument.node);
  if (text === undefined) return `trino_replacement(${argument.sql})`;
  return literal(
    text.replace(/\\(.)|\$(\d)/gs, (_all, escaped: string | undefined, group: string) =>
      escaped === undefined ? `\\${group}` : escaped === '\\' ? '\\\\' : escaped,
    ),
  );
}
