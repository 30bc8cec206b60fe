/** What the values of a column look like. Types are shown, not applied: only columns chosen as JSON are parsed. */
export type ColumnType = 'empty' | 'boolean' | 'integer' | 'number' | 'json' | 'text' | 'mixed';

const INTEGER = /^[+-]?(0|[1-9]\d*)$/;
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** Only these may be an object or an array. */
const NESTED = /^\s*[{[]/;

/** The type of one cell. `007` is text: a number would lose its zeros. */
export function cellType(text: string): ColumnType {
  if (text === '') return 'empty';
  if (INTEGER.test(text)) return 'integer';
  if (NUMBER.test(text)) return 'number';
  if (/^(true|false)$/i.test(text)) return 'boolean';
  return NESTED.test(text) && isJson(text) ? 'json' : 'text';
}

/** The type of a JSON value. */
export function valueType(raw: string): ColumnType {
  const first = raw[0];
  if (first === '"') return 'text';
  if (first === '{' || first === '[') return 'json';
  if (raw === 'null') return 'empty';
  if (raw === 'true' || raw === 'false') return 'boolean';
  return INTEGER.test(raw) ? 'integer' : 'number';
}

/** The type of a column that has held values of one type and now holds one of another. */
export function joinTypes(column: ColumnType, value: ColumnType, otherwise: 'text' | 'mixed'): ColumnType {
  if (column === value || value === 'empty') return column;
  if (column === 'empty') return value;
  const numeric = (type: ColumnType) => type === 'integer' || type === 'number';
  return numeric(column) && numeric(value) ? 'number' : otherwise;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
