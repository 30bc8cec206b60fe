import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, TableRecord } from '../../glue/catalog.ts';
import type { StoredObjects } from '../../s3/service.ts';
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
    columns.set(reference.node, namesAndTypes(relation.record));
    bytes += relation.bytes;
  }
  const types = analyze(statement, (node) => columns.get(node), target && namesAndTypes(target));
  const renderer = new Renderer({
    relation: (node) => relations.get(node),
    typeOf: (node) => types.get(node),
    parameters: parameters.sql,
  });
  return { sql: renderer.render(statement), bytes, renderer };
}

async function resolveReference(
  reference: TableReference,
  names: NameContext,
  parameters: Parameters,
  tables: Tables,
  depth: number,
): Promise<{ sql: string; bytes: number; record: TableRecord }> {
  const name = tableName(reference.parts, names, tables.accountId, reference.node);
  const record = findTable(name, tables, reference.node);
  if (isView(record)) {
    const view = viewDefinition(record);
    const resolved = await resolveStatement(await parseStatement(view.sql), view, NO_PARAMETERS, tables, {
      depth: depth + 1,
    });
    return { sql: `(${resolved.sql})`, bytes: resolved.bytes, record };
  }
  if (isIceberg(record)) {
    tables.access.rows('read', name, locationOf(record));
    return { sql: await tables.iceberg.ensure(record), bytes: await tables.iceberg.estimatedBytes(record), record };
  }
  const constants = (column: string) => constantsFor(column, reference, parameters.valueOf);
  const registered = tables.catalog.partitions(name.catalogId, name.database, name.table);
  const partitions = partitionsOf(record, registered, constants);
  const relation = await externalRelation(
    record,
    partitions,
    tables.objects,
    tables.connection,
    (bucket, prefix, found) => {
      tables.access.listObjects({ bucket, prefix });
      const [first, last] = [found[0], found.at(-1)];
      if (first) tables.access.readObject(bucket, first.key);
      if (last) tables.access.readObject(bucket, last.key);
    },
  );
  return { ...relation, record };
}

function namesAndTypes({ input }: TableRecord): Column[] {
  return [...(input.StorageDescriptor?.Columns ?? []), ...(input.PartitionKeys ?? [])].map(({ Name, Type }) => ({
    name: Name.toLowerCase(),
    type: fromDuckType(fromHiveType(Type ?? 'string')),
  }));
}

/** The catalog's entry, if the caller may see it. */
export function findTable(name: TableName, tables: Tables, at?: { line: number; column: number }): TableRecord {
  tables.access.catalog('GetTable', name);
  const database = tables.catalog.findDatabase(name.catalogId, name.database);
  if (!database) throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${name.database}' does not exist`, at);
  if (database.input.CreateTableDefaultPermissions?.length === 0) tables.access.underLakeFormation(name);
  const record = tables.catalog.findTable(name.catalogId, name.database, name.table);
  if (!record) throw new QueryError('TABLE_NOT_FOUND', `Table '${displayName(name)}' does not exist`, at);
  return record;
}

export const isIceberg = (record: TableRecord): boolean =>
  record.input.Parameters?.table_type?.toUpperCase() === 'ICEBERG' || isS3Tables(record);

export const locationOf = (record: TableRecord) => {
  const location = record.input.StorageDescriptor?.Location;
  return location ? parseLocation(location) : undefined;
};
