import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { describeDatabase } from '../describe.ts';
import { type DatabaseName, gluePermissions, onDatabase } from '../permissions.ts';
import {
  createDatabaseInput,
  databaseName,
  getDatabasesInput,
  onePage,
  parseInput,
  updateDatabaseInput,
} from '../request.ts';

export const createDatabase = (
  context: CloudContext,
  catalog: Catalog,
): Operation<{ CatalogId?: string; DatabaseInput?: { Name?: string } }> => ({
  permissions: (input) =>
    gluePermissions(context, 'CreateDatabase', { CatalogId: input.CatalogId, database: input.DatabaseInput?.Name }),
  async run(input) {
    const { CatalogId, DatabaseInput } = parseInput(createDatabaseInput, input);
    catalog.createDatabase(catalog.catalogId(CatalogId), DatabaseInput);
    return {};
  },
});

export const updateDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'UpdateDatabase'),
  async run(input) {
    const { CatalogId, Name, DatabaseInput } = parseInput(updateDatabaseInput, input);
    catalog.updateDatabase(catalog.catalogId(CatalogId), Name, DatabaseInput);
    return {};
  },
});

export const getDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'GetDatabase'),
  async run(input) {
    const { CatalogId, Name } = parseInput(databaseName, input);
    return { Database: describeDatabase(catalog.database(catalog.catalogId(CatalogId), Name)) };
  },
});

export const getDatabases = (context: CloudContext, catalog: Catalog): Operation<{ CatalogId?: string }> => ({
  permissions: (input) => gluePermissions(context, 'GetDatabases', { CatalogId: input.CatalogId }),
  async run(input) {
    const { CatalogId, MaxResults, NextToken } = parseInput(getDatabasesInput, input);
    const { items, next } = pageOf(catalog.databases(catalog.catalogId(CatalogId)), onePage(MaxResults, NextToken));
    return { DatabaseList: items.map(describeDatabase), NextToken: next };
  },
});

export const deleteDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'DeleteDatabase'),
  async run(input) {
    const { CatalogId, Name } = parseInput(databaseName, input);
    catalog.deleteDatabase(catalog.catalogId(CatalogId), Name);
    return {};
  },
});
