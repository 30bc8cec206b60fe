import type { CloudContext } from '../cloud-context.ts';
import { pageOf } from '../page.ts';
import type { Operation } from '../service.ts';
import type { Catalog, DatabaseRecord } from './catalog.ts';
import { gluePermissions } from './permissions.ts';
import {
  createDatabaseInput,
  databaseName,
  getDatabasesInput,
  onePage,
  parseInput,
  updateDatabaseInput,
} from './request.ts';

interface ByName {
  readonly CatalogId?: string;
  readonly Name?: string;
}

/** CreateDatabase, GetDatabase, GetDatabases, UpdateDatabase, DeleteDatabase */
export function databaseOperations(context: CloudContext, catalog: Catalog) {
  const named = (action: string) => (input: ByName) =>
    gluePermissions(context, action, { CatalogId: input.CatalogId, database: input.Name });

  const CreateDatabase: Operation<{ CatalogId?: string; DatabaseInput?: { Name?: string } }> = {
    permissions: (input) =>
      gluePermissions(context, 'CreateDatabase', { CatalogId: input.CatalogId, database: input.DatabaseInput?.Name }),
    async run(input) {
      const { CatalogId, DatabaseInput } = parseInput(createDatabaseInput, input);
      catalog.createDatabase(catalog.catalogId(CatalogId), DatabaseInput);
      return {};
    },
  };

  const GetDatabase: Operation<ByName> = {
    permissions: named('GetDatabase'),
    async run(input) {
      const { CatalogId, Name } = parseInput(databaseName, input);
      return { Database: describe(catalog.database(catalog.catalogId(CatalogId), Name)) };
    },
  };

  const GetDatabases: Operation<{ CatalogId?: string }> = {
    permissions: (input) => gluePermissions(context, 'GetDatabases', { CatalogId: input.CatalogId }),
    async run(input) {
      const { CatalogId, MaxResults, NextToken } = parseInput(getDatabasesInput, input);
      const { items, next } = pageOf(catalog.databases(catalog.catalogId(CatalogId)), onePage(MaxResults, NextToken));
      return { DatabaseList: items.map(describe), NextToken: next };
    },
  };

  const UpdateDatabase: Operation<ByName> = {
    permissions: named('UpdateDatabase'),
    async run(input) {
      const { CatalogId, Name, DatabaseInput } = parseInput(updateDatabaseInput, input);
      catalog.updateDatabase(catalog.catalogId(CatalogId), Name, DatabaseInput);
      return {};
    },
  };

  const DeleteDatabase: Operation<ByName> = {
    permissions: named('DeleteDatabase'),
    async run(input) {
      const { CatalogId, Name } = parseInput(databaseName, input);
      catalog.deleteDatabase(catalog.catalogId(CatalogId), Name);
      return {};
    },
  };

  return { CreateDatabase, GetDatabase, GetDatabases, UpdateDatabase, DeleteDatabase };
}

function describe({ input, catalogId, createdAt }: DatabaseRecord) {
  return { ...input, CatalogId: catalogId, CreateTime: new Date(createdAt) };
}
