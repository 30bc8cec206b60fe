import type { Column } from '../sql/analysis/scope.ts';
import { fromDuckType } from '../sql/analysis/types.ts';
import { literal } from '../sql/functions/function.ts';
import { quoted } from '../sql/render.ts';

/** Rows that are not a table's, for a query to read as if they were. */
export interface ConstantRelation {
  readonly sql: string;
  readonly columns: readonly Column[];
}

/** Columns by name with DuckDB's types; cells are expressions. */
export function constantRelation(
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly string[])[],
): ConstantRelation {
  const names = Object.keys(columns);
  const casts = Object.entries(columns).map(([name, type]) => `CAST(${quoted(name)} AS ${type}) AS ${quoted(name)}`);
  const values = (rows.length > 0 ? rows : [names.map(() => 'NULL')]).map((row) => `(${row.join(', ')})`);
  return {
    sql: `(SELECT ${casts.join(', ')} FROM (VALUES ${values.join(', ')}) AS v(${names.map(quoted).join(', ')})
      WHERE ${rows.length > 0})`,
    columns: Object.entries(columns).map(([name, type]) => ({ name, type: fromDuckType(type) })),
  };
}

/** A text, a number or NULL as an expression. */
export const cell = (value: string | number | null | undefined): string =>
  typeof value === 'string' ? literal(value) : String(value ?? 'NULL');
