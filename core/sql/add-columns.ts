import type { NamedColumn } from '../../contracts/table-columns.ts';

/** What Athena's DDL calls Iceberg's types where the names differ. */
const DDL_TYPES: Partial<Record<NamedColumn['type'], string>> = { long: 'bigint' };

export const ddlColumn = ({ name, type }: Pick<NamedColumn, 'name' | 'type'>): string =>
  `${name} ${DDL_TYPES[type] ?? type}`;

/** One column a statement. Athena's DDL takes no catalog before a table's name: the query's context says where it is. */
export const addColumn = (table: string, column: Pick<NamedColumn, 'name' | 'type'>): string =>
  `ALTER TABLE ${table} ADD COLUMNS (${ddlColumn(column)})`;

/** No row, all columns. */
export const showColumns = (qualifiedTable: string): string => `SELECT * FROM ${qualifiedTable} LIMIT 0`;
