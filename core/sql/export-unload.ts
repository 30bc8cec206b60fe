import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import type { ResultColumn } from '../export/column.ts';
import type { CsvStyle } from '../export/csv-cell.ts';
import { DELIMITER, INDEX_DIGITS, LENGTH_DIGITS } from '../export/frame-reader.ts';
import type { RowLayout } from '../export/row-layout.ts';
import { csvCellOf, jsonCellOf, jsonValue, plainValue, type SqlColumn, textMaps } from './export-values.ts';
import { literal } from './literal.ts';

/** How SQL writes a row down: as cells, as members of an object, or as values of an array. */
export type RowStyle = CsvStyle | 'members' | 'values';

export interface UnloadPlan {
  /** The rows, each once: columns of the results table. */
  readonly rows: string;
  readonly layout: RowLayout;
  readonly style: RowStyle;
  /** Columns that a mapping needs; they travel as one JSON object in a segment of its own, the last. */
  readonly mappingColumns?: readonly string[];
  /** What the last segment ends with. */
  readonly ending?: '\r';
}

/** Rows as framed lines, see `core/export/frame-reader.ts`. The sort is what lets files be merged as they are read. */
export function unloadExport(plan: UnloadPlan, destination: string): string {
  const { values, segments } = rendered(plan);
  const named = segments.map((sql, index) => ({ name: `s${index}`, sql }));
  const line = [
    digits('row_index', INDEX_DIGITS, 'r'),
    ...named.map(({ name }) => digits(`length(to_utf8(${name}))`, LENGTH_DIGITS, `n_${name}`)),
    ...named.map(({ name }) => name),
  ];
  return `UNLOAD (SELECT ${line.join(', ')}
FROM (SELECT row_index, ${named.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')}
FROM (SELECT row_index, ${values.map((sql, index) => `${sql} AS v${index}`).join(', ')}
FROM (SELECT ${['*', ...textMaps(plan.layout.segments.flat())].join(', ')} FROM (${plan.rows}))))
ORDER BY row_index) TO ${literal(destination)} WITH (format = 'TEXTFILE', field_delimiter = ${literal(DELIMITER)}, compression = 'NONE')`;
}

const digits = (value: string, width: number, name: string): string =>
  `lpad(CAST(${value} AS varchar), ${width}, '0') AS ${name}`;

/** Each value gets a name of its own, because a cell looks at it several times. */
function rendered({ layout, style, mappingColumns, ending }: UnloadPlan): { values: string[]; segments: string[] } {
  const values: string[] = [];
  const nameOf = (sql: string): string => `v${values.push(sql) - 1}`;
  const segments = layout.segments.map((columns) => joined(columns.map((column) => cell(column, style, nameOf))));
  if (ending) segments.push(`concat(${segments.pop()}, chr(${ending.charCodeAt(0)}))`);
  if (mappingColumns) {
    const members = mappingColumns.map((column) => cell(tableColumn(column), 'members', nameOf));
    segments.push(`concat('{', ${joined(members)}, '}')`);
  }
  return { values, segments };
}

function cell(column: SqlColumn, style: RowStyle, nameOf: (sql: string) => string): string {
  switch (style) {
    case 'members':
      return `concat(${literal(`${JSON.stringify(column.name)}:`)}, ${jsonCellOf(column, nameOf(jsonValue(column)), true)})`;
    case 'values':
      return jsonCellOf(column, nameOf(plainValue(column)), false);
    default:
      return csvCellOf(column, nameOf(plainValue(column)), style);
  }
}

function tableColumn(column: string): ResultColumn {
  const { type } = RESULT_COLUMNS[column as keyof typeof RESULT_COLUMNS];
  const isJson = ['input', 'metadata', 'scores', 'full_response', 'request'].includes(column);
  const kinds = { string: isJson ? 'json' : 'text', long: 'long', int: 'long', double: 'double', boolean: 'boolean' };
  return { from: 'result', name: column, column, kind: kinds[type as keyof typeof kinds] as ResultColumn['kind'] };
}

/** `concat_ws` leaves NULL out, and there is none: every cell is text. */
const joined = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : `concat_ws(',', ${parts.join(', ')})`;
