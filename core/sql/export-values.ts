import type { ExportColumn, FieldColumn, ResultColumn } from '../export/column.ts';
import { FORMULA_STARTS } from '../export/csv-cell.ts';
import { literal } from './literal.ts';

/** SQL of a column's value, and of that value as a cell of CSV or a value of JSON. Cells take the value's own name. */

export type SqlColumn = Exclude<ExportColumn, { from: 'mapping' }>;

const character = (text: string): string => (text < ' ' ? `chr(${text.charCodeAt(0)})` : literal(text));

const STARTS = FORMULA_STARTS.map(character).join(', ');

/** `$["name"]`: quotes and backslashes in a name are escaped, and nothing else is special there. */
const pathTo = (key: string): string => literal(`$["${key.replace(/["\\]/g, '\\$&')}"]`);

/** The value as CSV and Parquet have it: objects and arrays are JSON text, JSON's null is NULL. */
export function plainValue(column: SqlColumn): string {
  if (column.from !== 'result') return fieldText(column);
  return column.kind === 'time' ? time(column.column) : column.column;
}

/** The value as JSON text, NULL where there is none. */
export function jsonValue(column: SqlColumn): string {
  if (column.from !== 'result') return `json_format(${member(column)})`;
  if (column.kind !== 'json') return plainValue(column);
  return jsonOrText(column.column);
}

/** The parser of a line ends at a line break: inside JSON one can only stand where a space may. */
const jsonOrText = (column: string): string =>
  `CASE WHEN try(json_parse(${column})) IS NULL THEN json_format(CAST(${column} AS json)) ELSE replace(replace(${column}, chr(10), ' '), chr(13), ' ') END`;

/** A number in JSON keeps the digits it has in its text only when it is taken out of that text. */
function fieldText(field: FieldColumn): string {
  const scalar = field.isText
    ? `json_extract_scalar(${member(field)}, '$')`
    : `json_extract_scalar(${field.from}, ${pathTo(field.key)})`;
  return `coalesce(${scalar}, nullif(json_format(${member(field)}), 'null'))`;
}

/** The member as JSON. A row with many columns of text is parsed once for all of them. */
const member = ({ from, key, isText }: FieldColumn): string =>
  isText ? `element_at(${membersOf(from)}, ${literal(key)})` : `json_extract(${from}, ${pathTo(key)})`;

const membersOf = (from: FieldColumn['from']): string => `${from}_members`;

/** What the values need besides the results table's own columns, as further columns of a SELECT. */
export function parsedMembers(columns: readonly SqlColumn[]): string[] {
  const sources = columns.flatMap((column) => (column.from !== 'result' && column.isText ? [column.from] : []));
  return [...new Set(sources)].map((from) => `${asMembers(from)} AS ${membersOf(from)}`);
}

/** NULL where the text is no JSON object. */
export const asMembers = (column: string): string => `try(CAST(json_parse(${column}) AS map(varchar, json)))`;

const time = (column: string): string => `to_iso8601(CAST(${column} AS timestamp(3)))`;

/** RFC 4180; the rules are those of `csvCell`. */
export function csvCellOf(column: SqlColumn, value: string, exact: boolean): string {
  switch (column.from === 'result' ? column.kind : 'text') {
    case 'long':
    case 'double':
    case 'boolean':
      return `coalesce(CAST(${value} AS varchar), '')`;
    case 'word':
      return `coalesce(${value}, '')`;
    case 'time':
      return `coalesce(concat(${value}, 'Z'), '')`;
  }
  const doubled = `replace(${value}, '"', '""')`;
  const quoted = (begin: string, text: string) => `concat_ws('', ${literal(begin)}, ${text}, '"')`;
  const harmless = exact ? '' : ` WHEN substr(${value}, 1, 1) IN (${STARTS}) THEN ${quoted(`"'`, doubled)}`;
  // Most cells hold no quote, and to look is quicker than to copy.
  const rest = `WHEN strpos(${value}, '"') > 0 THEN ${quoted('"', doubled)} ELSE ${quoted('"', value)}`;
  return `CASE WHEN ${value} IS NULL THEN ''${harmless} ${rest} END`;
}

/** A value for a JSON document. `isJson` says that the value is JSON text already. */
export function jsonCellOf(column: ResultColumn | FieldColumn, value: string, isJson: boolean): string {
  const kind = column.from === 'result' ? column.kind : 'json';
  switch (kind) {
    case 'long':
    case 'double':
    case 'boolean':
      return `coalesce(CAST(${value} AS varchar), 'null')`;
    case 'time':
      return `coalesce(concat('"', ${value}, 'Z"'), 'null')`;
    case 'json':
      if (isJson) return `coalesce(${value}, 'null')`;
  }
  return `coalesce(json_format(CAST(${value} AS json)), 'null')`;
}
