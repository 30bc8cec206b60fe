import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, TableRecord } from '../../glue/catalog.ts';
import { isIcebergInput } from '../../glue/iceberg-table.ts';
import type { StoredObjects } from '../../s3/service.ts';
import type { TableFiles } from '../iceberg/table-files.ts';
import { analyze } from '../sql/analysis/analyze.ts';
import type { Column } from '../sql/analysis/scope.ts';
import { fromDuckType } from '../sql/analysis/types.ts';
import { constantsFor } from '../sql/constant-conditions.ts';
import { parseStatement } from '../sql/parse.ts';
import { QueryError } from '../sql/query-error.ts';
import { Renderer } from '../sql/render.ts';
import type { SyntaxNode } from '../sql/syntax-tree.ts';
import { type TableReference, tableReferences } from '../sql/table-references.ts';
import type { Access } from './access.ts';
import { externalRelation } from './external-tables.ts';
import { fromHiveType } from './hive-type.ts';
import type { IcebergTables } from './iceberg-tables.ts';
import { parseLocation } from './location.ts';
import { partitionsOf } from './partitions.ts';
import { displayName, isS3Tables, type NameContext, type TableName, tableName } from './table-name.ts';
import { isView, viewDefinition } from './views.ts';

/** What is needed to turn names in a statement into something DuckDB can read. */
export interface Tables {
  readonly accountId: string;
  readonly catalog: Catalog;
  readonly objects: StoredObjects;
  readonly iceberg: IcebergTables;
  readonly files: TableFiles;
  readonly access: Access;
  readonly connection: DuckDBConnection;
}

/** The values given for `?`: as SQL, and as the plain text they stand for. */
export interface Parameters {
  readonly sql: readonly string[];
  valueOf(node: SyntaxNode): string | undefined;
}

const NO_PARAMETERS: Parameters = { sql: [], valueOf: () => undefined };

export interface Resolved {
  /** The statement in DuckDB's SQL. */
  readonly sql: string;
  readonly bytes: number;
  readonly renderer: Renderer;
  /** The columns of the result as Trino would type them, where all are known. */
  readonly columns: readonly Column[] | undefined;
}

const DEEPEST_VIEW = 20;

/** Finds every table a statement reads, checks that the caller may, and renders the statement over them. */
export async function resolveStatement(
  statement: SyntaxNode,
  names: NameContext,
  parameters: Parameters,
  tables: Tables,
  { depth = 0, target }: { depth?: number; target?: TableRecord } = {},
): Promise<Resolved> {
  if (depth > DEEPEST_VIEW) throw new QueryError('VIEW_IS_RECURSIVE', 'Statement has too many nested views');
  const relations = new Map<SyntaxNode, string>();
  const columns = new Map<SyntaxNode, readonly Column[]>();
  let bytes = 0;
  for (const reference of tableReferences(statement)) {
    const relation = await resolveReference(reference, names, parameters, tables, depth);
    relations.set(reference.node, relation.sql);
    columns.set(reference.node, relation.columns);
    bytes += relation.bytes;
  }
  const { types, columns: given } = analyze(statement, (node) => columns.get(node), target && namesAndTypes(target));
  const renderer = new Renderer({
    relation: (node) => relations.get(node),
    typeOf: (node) => types.get(node),
    parameters: parameters.sql,
  });
  return { sql: renderer.render(statement), bytes, renderer, columns: given };
}

async function resolveReference(
  reference: TableReference,
  names: NameContext,
  parameters: Parameters,
  tables: Tables,
  depth: number,
): Promise<{ sql: string; bytes: number; columns: readonly Column[] }> {
  const name = tableName(reference.parts, names, tables.accountId, reference.node);
  const record = findTable(name, tables, reference.node);
  const columns = namesAndTypes(record);
  if (isView(record)) {
    const view = viewDefinition(record);
    const resolved = await resolveStatement(await parseStatement(view.sql), view, NO_PARAMETERS, tables, {
      depth: depth + 1,
    });
    return { sql: `(${resolved.sql})`, bytes: resolved.bytes, columns };
  }
  if (isIceberg(record)) {
    tables.access.rows('read', name, locationOf(record));
    return {
      sql: await tables.iceberg.ensure(record),
      bytes: await tables.iceberg.estimatedBytes(record, tables.connection),
      columns,
    };
  }
  const constants = (column: string) => constantsFor(column, reference, parameters.valueOf);
  const registered = () => {
    tables.access.catalog('GetPartitions', name);
    return tables.catalog.partitions(name.catalogId, name.database, name.table);
  };
  const partitions = partitionsOf(record, registered, constants);
  const relation = await externalRelation(
    record,
    partitions,
    tables.objects,
    tables.connection,
    (bucket, prefix, found) => {
      const ends = [found[0], found.at(-1)].flatMap((object) => object?.key ?? []);
      tables.access.files({ bucket, prefix }, ends);
    },
  );
  return { ...relation, columns };
}

/** Times are exact to the microsecond in Iceberg tables, to the millisecond elsewhere. */
function namesAndTypes(record: TableRecord): Column[] {
  const { input } = record;
  const exact = isIceberg(record) ? '(6)' : '(3)';
  return [...(input.StorageDescriptor?.Columns ?? []), ...(input.PartitionKeys ?? [])].map(({ Name, Type }) => ({
    name: Name.toLowerCase(),
    type: fromDuckType(fromHiveType(Type ?? 'string'))?.replace(/^(timestamp)\(3\)/, `$1${exact}`),
  }));
}

/** The catalog's entry, if the caller may see it. */
export function findTable(name: TableName, tables: Tables, at?: { line: number; column: number }): TableRecord {
  tables.access.table(name);
  const database = tables.catalog.findDatabase(name.catalogId, name.database);
  if (!database) throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${name.database}' does not exist`, at);
  if (database.input.CreateTableDefaultPermissions?.length === 0) tables.access.underLakeFormation(name);
  const record = tables.catalog.findTable(name.catalogId, name.database, name.table);
  if (!record) throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`, at);
  return record;
}

export const isIceberg = (record: TableRecord): boolean => isIcebergInput(record.input) || isS3Tables(record);

export const locationOf = (record: TableRecord) => {
  const location = record.input.StorageDescriptor?.Location;
  return location ? parseLocation(location) : undefined;
};
