import { DatasetError, quote, quoteAll } from './dataset-error.ts';
import type { ReadOptions } from './read-options.ts';

export interface ColumnMapping {
  /** Which column feeds which field of the target. */
  readonly pairs: readonly { readonly field: string; readonly column: string }[];
  /** Columns that feed no field: metadata. */
  readonly unmapped: readonly string[];
  /** Fields that no column feeds. */
  readonly missing: readonly string[];
  /** The expression for `endpointInputMapping`, `agentInputMapping` or `toolInputMapping`. */
  readonly jsonata: string;
}

export interface MappingRequest extends Pick<ReadOptions, 'fields' | 'map'> {
  readonly columns: readonly string[];
  /** The column that holds the expected answer, which a row has outside its input. */
  readonly expectedColumn?: string;
}

/** `First Name`, `first_name` and `first-name` are one name. */
export const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Pairs fields with columns: as told, else by name. */
export function compileMapping(request: MappingRequest): ColumnMapping {
  const { columns, map = {}, expectedColumn } = request;
  const fields = [...new Set([...Object.keys(map), ...(request.fields ?? [])])];
  const pairs: { field: string; column: string }[] = [];
  const missing: string[] = [];
  for (const field of fields) {
    if (field === '__proto__') throw new DatasetError('A field named "__proto__" cannot be made by JSONata.');
    const wanted = Object.hasOwn(map, field) ? map[field] : undefined;
    const column = findColumn(columns, wanted ?? field, field);
    if (column !== undefined) pairs.push({ field, column });
    else if (wanted === undefined) missing.push(field);
    else {
      throw new DatasetError(
        `Field ${quote(field)} is mapped to column ${quote(wanted)}, which is not there. Columns: ${quoteAll(columns)}.`,
        { column: wanted },
      );
    }
  }
  const used = new Set(pairs.map(({ column }) => column));
  return {
    pairs,
    unmapped: columns.filter((column) => !used.has(column) && column !== expectedColumn),
    missing,
    jsonata: toJsonata(pairs, expectedColumn),
  };
}

/** The column of exactly this name, or the only one whose folded name is the same. */
export function findColumn(columns: readonly string[], wanted: string, what: string): string | undefined {
  if (columns.includes(wanted)) return wanted;
  const alike = columns.filter((column) => folded(column) === folded(wanted));
  if (alike.length > 1) {
    throw new DatasetError(`Columns ${quoteAll(alike)} all fit ${quote(what)}. Say which one, by its exact name.`, {
      column: alike[0],
    });
  }
  return alike[0];
}

/** Whether a column feeds a field, told without knowing the other columns. */
export function feedsField(column: string, { fields = [], map = {} }: Pick<ReadOptions, 'fields' | 'map'>): boolean {
  const name = folded(column);
  return (
    Object.values(map).some((mapped) => folded(mapped) === name) ||
    fields.some((field) => !Object.hasOwn(map, field) && folded(field) === name)
  );
}

/** One field a line. A column that a row lacks leaves its field out. */
function toJsonata(pairs: ColumnMapping['pairs'], expectedColumn: string | undefined): string {
  if (pairs.length === 0) return '{}';
  const lines = pairs.map(({ field, column }) => {
    const value = column === expectedColumn ? 'expected' : `input.${jsonataName(column)}`;
    return `  ${JSON.stringify(field)}: ${value}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

const KEYWORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);

/** A plain name as it is, any other in backquotes. A backquote itself can only stand in a string. */
export function jsonataName(column: string): string {
  if (/^[A-Za-z_]\w*$/.test(column) && !KEYWORDS.has(column)) return column;
  return column.includes('`') || column.includes('\\') ? `$lookup(${JSON.stringify(column)})` : `\`${column}\``;
}
