import type { ExportColumn, FieldColumn, ResultColumn } from '../export/column.ts';
import { type CsvStyle, FORMULA_STARTS, NEGATIVE_NUMBER, NUL_REPLACEMENT } from '../export/csv-cell.ts';
import { literal } from './literal.ts';

/** SQL of a column's value, and of that value as a cell of CSV or a value of JSON. Cells take the value's own name. */

export type SqlColumn = Exclude<ExportColumn, { from: 'mapping' }>;

const STARTS = literal(FORMULA_STARTS.join(''));

/** `$["name"]`: quotes and backslashes in a name are escaped, and nothing else is special there. */
const pathTo = (...keys: string[]): string =>
  literal(`$${keys.map((key) => `["${key.replace(/["\\]/g, '\\$&')}"]`).join('')}`);

/** The value as CSV and Parquet have it: objects and arrays are JSON text, JSON's null is NULL. */
export function plainValue(column: SqlColumn): string {
  if (column.from === 'result') return column.kind === 'time' ? time(column.column) : column.column;
  const isPart = column.from === 'scores' && column.part;
  const value = isPart ? scoreText(column.key, isPart) : fieldText(column);
  // The columns of the table itself hold no NUL; JSON in them may name one.
  return `replace(${value}, chr(0), ${literal(NUL_REPLACEMENT)})`;
}

/** The value as JSON text, NULL where there is none. */
export function jsonValue(column: SqlColumn): string {
  if (column.from === 'scores' && column.part) return `json_format(${scoreJson(column.key, column.part)})`;
  if (column.from !== 'result') return `json_format(${member(column)})`;
  if (column.kind !== 'json') return plainValue(column);
  return jsonOrText(column.column);
}

/** The parser of a line ends at a line break: inside JSON one can only stand where a space may. */
const jsonOrText = (column: string): string =>
  `CASE WHEN try(json_parse(${column})) IS NULL THEN json_format(CAST(${column} AS json)) ELSE replace(replace(${column}, chr(10), ' '), chr(13), ' ') END`;

/** Part of a score. What an evaluator erred with stands for its reason. */
const PARTS = { score: ['score'], passed: ['passed'], reason: ['reason', 'error'] } as const;

type ScorePart = keyof typeof PARTS;

const partsOf = (extract: string, key: string, part: ScorePart): string =>
  `coalesce(${PARTS[part].map((name) => `${extract}(scores, ${pathTo(key, name)})`).join(', ')}, NULL)`;

const scoreText = (key: string, part: ScorePart): string => partsOf('json_extract_scalar', key, part);
const scoreJson = (key: string, part: ScorePart): string => partsOf('json_extract', key, part);

/** Numbers keep the digits they have in the JSON text. */
function fieldText(field: FieldColumn): string {
  const scalar = `json_extract_scalar(${field.from}, ${pathTo(field.key)})`;
  const value = `coalesce(${scalar}, nullif(json_format(${member(field)}), 'null'))`;
  if (!field.isText) return value;
  const texts = textsOf(field.from);
  return `CASE WHEN ${texts} IS NULL THEN ${value} ELSE element_at(${texts}, ${literal(field.key)}) END`;
}

const member = ({ from, key }: FieldColumn): string => `json_extract(${from}, ${pathTo(key)})`;

const textsOf = (from: FieldColumn['from']): string => `${from}_texts`;

/**
 * Columns the values need besides the table's own: a row that is known to be all text is parsed once for all its
 * columns. Should it hold something else after all, the cast fails and each column looks for itself.
 */
export function textMaps(columns: readonly SqlColumn[]): string[] {
  const sources = columns.flatMap((column) => (column.from !== 'result' && column.isText ? [column.from] : []));
  return [...new Set(sources)].map((from) => `${jsonAs(from, 'map(varchar, varchar)')} AS ${textsOf(from)}`);
}

/** NULL where the text is no JSON of that shape. */
export const jsonAs = (column: string, type: string): string => `try(CAST(json_parse(${column}) AS ${type}))`;

const time = (column: string): string => `to_iso8601(CAST(${column} AS timestamp(3)))`;

/** A double's shortest text, `0.1` and `3`: a plain cast gives `1.0E-1` and `3.0E0` in Trino. Below 0.001 it is `4.0E-4`. */
const decimal = (value: string): string => `regexp_replace(json_format(CAST(${value} AS json)), '\\.0$', '')`;

/** The same as people read it, `0.0004`, to eighteen places. */
const plainDecimal = (value: string): string =>
  `CASE WHEN abs(${value}) < 0.001 THEN regexp_replace(CAST(CAST(${value} AS decimal(38, 18)) AS varchar), '\\.?0+$', '') ELSE ${decimal(value)} END`;

/** RFC 4180; the rules are those of `csvCell`. */
export function csvCellOf(column: SqlColumn, value: string, { exact, missing }: CsvStyle): string {
  const absent = literal(missing);
  switch (column.from === 'result' ? column.kind : 'text') {
    case 'long':
    case 'boolean':
      return `coalesce(CAST(${value} AS varchar), ${absent})`;
    case 'double':
      return `coalesce(${plainDecimal(value)}, ${absent})`;
    case 'time':
      return `coalesce(concat(${value}, 'Z'), ${absent})`;
  }
  const doubled = `replace(${value}, '"', '""')`;
  const quoted = (begin: string, text: string) => `concat_ws('', ${literal(begin)}, ${text}, '"')`;
  // All of them sort before the letters or far behind, which settles it for most cells; and every text holds the empty one.
  const isFormula = `(${value} < 'A' OR ${value} >= '＋') AND ${value} <> '' AND strpos(${STARTS}, substr(${value}, 1, 1)) > 0 AND NOT regexp_like(${value}, ${literal(String.raw`\A${NEGATIVE_NUMBER}\z`)})`;
  const harmless = exact ? '' : ` WHEN ${isFormula} THEN ${quoted(`"'`, doubled)}`;
  // Most cells hold no quote, and to look is quicker than to copy.
  const rest = `WHEN strpos(${value}, '"') > 0 THEN ${quoted('"', doubled)} ELSE ${quoted('"', value)}`;
  return `CASE WHEN ${value} IS NULL THEN ${absent}${harmless} ${rest} END`;
}

/** A value for a JSON document. `isJson` says that the value is JSON text already. */
export function jsonCellOf(column: ResultColumn | FieldColumn, value: string, isJson: boolean): string {
  const kind = column.from === 'result' ? column.kind : 'json';
  switch (kind) {
    case 'long':
    case 'boolean':
      return `coalesce(CAST(${value} AS varchar), 'null')`;
    case 'double':
      return `coalesce(${decimal(value)}, 'null')`;
    case 'time':
      return `coalesce(concat('"', ${value}, 'Z"'), 'null')`;
    case 'json':
      if (isJson) return `coalesce(${value}, 'null')`;
  }
  return `coalesce(json_format(CAST(${value} AS json)), 'null')`;
}
