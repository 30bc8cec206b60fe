import { QueryError } from '../sql/query-error.ts';

/** Where names without a database or catalog belong: the query's QueryExecutionContext. */
export interface NameContext {
  readonly catalog: string;
  readonly database: string;
}

export interface TableName {
  /** As the query has it, lower case: `awsdatacatalog`, `s3tablescatalog/bucket`. */
  readonly catalog: string;
  /** As Glue has it: the account, or `ACCOUNT:s3tablescatalog/bucket`. */
  readonly catalogId: string;
  readonly database: string;
  readonly table: string;
}

export const DEFAULT_CATALOG = 'awsdatacatalog';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Completes `t`, `db.t` or `catalog.db.t`. */
export function tableName(parts: readonly string[], context: NameContext, accountId: string, at?: Place): TableName {
  const names = parts.map((part) => part.toLowerCase());
  const table = names.at(-1) ?? '';
  const database = names.at(-2) ?? context.database.toLowerCase();
  const catalog = names.at(-3) ?? context.catalog.toLowerCase();
  if (!database) {
    throw new QueryError('MISSING_SCHEMA_NAME', 'Schema must be specified when session schema is not set', at);
  }
  return { catalog, catalogId: catalogIdOf(catalog, accountId, at), database, table };
}

export function catalogIdOf(catalog: string, accountId: string, at?: Place): string {
  const name = catalog.toLowerCase();
  if (name === DEFAULT_CATALOG || name === 'hive' || name === '') return accountId;
  if (name.startsWith('s3tablescatalog/')) return `${accountId}:${name}`;
  throw new QueryError('CATALOG_NOT_FOUND', `Catalog '${catalog}' does not exist`, at);
}

export const isS3Tables = (name: { readonly catalogId: string }): boolean =>
  name.catalogId.includes(':s3tablescatalog/');

export const displayName = (name: TableName): string => `${name.catalog}.${name.database}.${name.table}`;
