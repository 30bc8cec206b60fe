import type { NamedColumn } from '../../contracts/table-columns.ts';
import { literal } from './literal.ts';

/** What Athena's DDL calls Iceberg's types where the names differ. */
const DDL_TYPES: Partial<Record<NamedColumn['type'], string>> = { long: 'bigint' };

export const ddlColumn = ({ name, type }: Pick<NamedColumn, 'name' | 'type'>): string =>
  `${name} ${DDL_TYPES[type] ?? type}`;

export interface NewTable {
  readonly name: string;
  /** A folder, with its last slash. */
  readonly location: string;
  readonly columns: readonly Pick<NamedColumn, 'name' | 'type'>[];
  readonly bucketedBy: string;
  readonly buckets: number;
}

/** Iceberg numbers the columns as they stand here, from 1 on. */
export const createTable = ({ name, location, columns, bucketedBy, buckets }: NewTable): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (${columns.map(ddlColumn).join(', ')})
  PARTITIONED BY (bucket(${buckets}, ${bucketedBy}))
  LOCATION ${literal(location)}
  TBLPROPERTIES ('table_type' = 'ICEBERG', 'format' = 'parquet', 'write_compression' = 'zstd')`;

/** One column a statement. Athena's DDL takes no catalog before a table's name: the query's context says where it is. */
export const addColumn = (table: string, column: Pick<NamedColumn, 'name' | 'type'>): string =>
  `ALTER TABLE ${table} ADD COLUMNS (${ddlColumn(column)})`;

/** No row, all columns. */
export const showColumns = (qualifiedTable: string): string => `SELECT * FROM ${qualifiedTable} LIMIT 0`;
