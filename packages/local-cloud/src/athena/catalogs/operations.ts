import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Catalog, TableRecord } from '../../glue/catalog.ts';
import { pageOf } from '../../page.ts';
import type { Operation, Permission } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import { nextToken, onePage, parseInput } from '../request.ts';
import { QueryError } from '../sql/query-error.ts';
import { catalogIdOf } from '../tables/table-name.ts';

const catalogName = z.string().min(1).max(256);
const page = { NextToken: nextToken, MaxResults: z.number().int().min(1).max(50).optional() };
const getCatalog = z.looseObject({ Name: catalogName });
const listDatabases = z.looseObject({ CatalogName: catalogName, ...page });
const getDatabase = z.looseObject({ CatalogName: catalogName, DatabaseName: z.string().min(1) });
const listTables = z.looseObject({ ...getDatabase.shape, Expression: z.string().max(256).optional(), ...page });
const getTable = z.looseObject({ ...getDatabase.shape, TableName: z.string().min(1) });

interface InCatalog {
  readonly Name?: string;
  readonly CatalogName?: string;
}

/** GetDataCatalog, ListDataCatalogs, ListDatabases, GetDatabase, ListTableMetadata, GetTableMetadata */
export function catalogOperations(context: CloudContext, catalog: Catalog) {
  const permission = (action: string, name: unknown): Permission[] => [
    {
      action: `athena:${action}`,
      resource: `arn:aws:athena:${context.region}:${context.accountId}:datacatalog/${String(name)}`,
    },
  ];
  const named = (action: string) => (input: InCatalog) => permission(action, input.CatalogName ?? input.Name);
  const idOf = (name: string): string => {
    try {
      return catalogIdOf(name, context.accountId);
    } catch (error) {
      throw error instanceof QueryError ? invalidRequest(`Data catalog ${name} was not found`) : error;
    }
  };
  const describeCatalog = (Name: string) => ({ Name, Type: 'GLUE', Parameters: { 'catalog-id': idOf(Name) } });
  const database = (name: string, databaseName: string) => {
    const found = catalog.findDatabase(idOf(name), databaseName);
    if (!found) throw metadataError(`Database ${databaseName} not found.`);
    return found;
  };

  const GetDataCatalog: Operation<InCatalog> = {
    permissions: named('GetDataCatalog'),
    async run(input) {
      return { DataCatalog: describeCatalog(parseInput(getCatalog, input).Name) };
    },
  };

  const ListDataCatalogs: Operation = {
    permissions: () => [{ action: 'athena:ListDataCatalogs', resource: '*' }],
    run: async () => ({ DataCatalogsSummary: [{ CatalogName: 'AwsDataCatalog', Type: 'GLUE' }] }),
  };

  const ListDatabases: Operation<InCatalog> = {
    permissions: named('ListDatabases'),
    async run(input) {
      const { CatalogName, MaxResults, NextToken } = parseInput(listDatabases, input);
      const { items, next } = pageOf(catalog.databases(idOf(CatalogName)), onePage(MaxResults, NextToken));
      return { DatabaseList: items.map((found) => ({ Name: found.input.Name })), NextToken: next };
    },
  };

  const GetDatabase: Operation<InCatalog> = {
    permissions: named('GetDatabase'),
    async run(input) {
      const { CatalogName, DatabaseName } = parseInput(getDatabase, input);
      return { Database: { Name: database(CatalogName, DatabaseName).input.Name } };
    },
  };

  const ListTableMetadata: Operation<InCatalog> = {
    permissions: named('ListTableMetadata'),
    async run(input) {
      const { CatalogName, DatabaseName, Expression, MaxResults, NextToken } = parseInput(listTables, input);
      const { catalogId } = database(CatalogName, DatabaseName);
      const wanted = (table: TableRecord) =>
        Expression === undefined || table.input.Name.includes(Expression.replaceAll('*', ''));
      const { items, next } = pageOf(
        catalog.tables(catalogId, DatabaseName).filter(wanted),
        onePage(MaxResults, NextToken),
      );
      return { TableMetadataList: items.map(describeTable), NextToken: next };
    },
  };

  const GetTableMetadata: Operation<InCatalog> = {
    permissions: named('GetTableMetadata'),
    async run(input) {
      const { CatalogName, DatabaseName, TableName } = parseInput(getTable, input);
      const { catalogId } = database(CatalogName, DatabaseName);
      const found = catalog.findTable(catalogId, DatabaseName, TableName);
      if (!found) throw metadataError(`EntityNotFoundException: Entity Not Found: ${TableName}`);
      return { TableMetadata: describeTable(found) };
    },
  };

  return { GetDataCatalog, ListDataCatalogs, ListDatabases, GetDatabase, ListTableMetadata, GetTableMetadata };
}

const metadataError = (message: string): AwsError => new AwsError('MetadataException', message);

function describeTable({ input, createdAt }: TableRecord) {
  return {
    Name: input.Name,
    CreateTime: new Date(createdAt),
    TableType: input.TableType,
    Columns: input.StorageDescriptor?.Columns ?? [],
    PartitionKeys: input.PartitionKeys ?? [],
    Parameters: input.Parameters ?? {},
  };
}
