import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { pageOf } from '../page.ts';
import type { Operation } from '../service.ts';
import type { Catalog, TableRecord } from './catalog.ts';
import { icebergTable } from './iceberg-table.ts';
import { gluePermissions } from './permissions.ts';
import { createTableInput, getTablesInput, onePage, parseInput, tableName, updateTableInput } from './request.ts';

interface ByName {
  readonly CatalogId?: string;
  readonly DatabaseName?: string;
  readonly Name?: string;
  readonly TableInput?: { readonly Name?: string };
}

/** CreateTable, GetTable, GetTables, UpdateTable, DeleteTable */
export function tableOperations(context: CloudContext, catalog: Catalog) {
  const named = (action: string) => (input: ByName) =>
    gluePermissions(context, action, {
      CatalogId: input.CatalogId,
      database: input.DatabaseName,
      table: input.Name ?? input.TableInput?.Name,
    });

  const CreateTable: Operation<ByName> = {
    permissions: named('CreateTable'),
    async run(input, { caller }) {
      const given = parseInput(createTableInput, input);
      const name = given.TableInput?.Name ?? given.Name;
      if (!name) throw new AwsError('InvalidInputException', 'A table needs a name: set TableInput.Name.');
      const iceberg = given.OpenTableFormatInput?.IcebergInput;
      const table = iceberg ? icebergTable(name, given.TableInput, iceberg) : { ...given.TableInput, Name: name };
      refuseDoubledColumns(table);
      catalog.createTable(catalog.catalogId(given.CatalogId), given.DatabaseName, table, caller.arn);
      return {};
    },
  };

  const GetTable: Operation<ByName> = {
    permissions: named('GetTable'),
    async run(input) {
      const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
      return { Table: describe(catalog.table(catalog.catalogId(CatalogId), DatabaseName, Name)) };
    },
  };

  const GetTables: Operation<ByName> = {
    permissions: (input) =>
      gluePermissions(context, 'GetTables', { CatalogId: input.CatalogId, database: input.DatabaseName, table: '*' }),
    async run(input) {
      const { CatalogId, DatabaseName, Expression, MaxResults, NextToken } = parseInput(getTablesInput, input);
      const pattern = expression(Expression);
      const all = catalog
        .tables(catalog.catalogId(CatalogId), DatabaseName)
        .filter((table) => pattern.test(table.input.Name));
      const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
      return { TableList: items.map(describe), NextToken: next };
    },
  };

  const UpdateTable: Operation<ByName> = {
    permissions: named('UpdateTable'),
    async run(input) {
      const { CatalogId, DatabaseName, TableInput, VersionId } = parseInput(updateTableInput, input);
      const before = catalog.table(catalog.catalogId(CatalogId), DatabaseName, TableInput.Name);
      if (VersionId !== undefined && VersionId !== String(before.version)) {
        throw new AwsError('ConcurrentModificationException', `Update table failed due to concurrent modifications.`);
      }
      refuseDoubledColumns(TableInput);
      catalog.updateTable(before.catalogId, DatabaseName, TableInput);
      return {};
    },
  };

  const DeleteTable: Operation<ByName> = {
    permissions: named('DeleteTable'),
    async run(input) {
      const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
      catalog.deleteTable(catalog.catalogId(CatalogId), DatabaseName, Name);
      return {};
    },
  };

  return { CreateTable, GetTable, GetTables, UpdateTable, DeleteTable };
}

function describe(record: TableRecord) {
  return {
    ...record.input,
    DatabaseName: record.databaseName,
    CatalogId: record.catalogId,
    CreatedBy: record.createdBy,
    CreateTime: new Date(record.createdAt),
    UpdateTime: new Date(record.updatedAt),
    VersionId: String(record.version),
    IsRegisteredWithLakeFormation: false,
  };
}

type Columned = { StorageDescriptor?: { Columns?: { Name: string }[] }; PartitionKeys?: { Name: string }[] };

function refuseDoubledColumns(table: Columned): void {
  const seen = new Set<string>();
  for (const { Name } of [...(table.StorageDescriptor?.Columns ?? []), ...(table.PartitionKeys ?? [])]) {
    const name = Name.toLowerCase();
    if (seen.has(name)) throw new AwsError('InvalidInputException', `The column ${name} is there twice.`);
    seen.add(name);
  }
}

/** GetTables takes a regular expression; a wrong one is the caller's mistake. */
function expression(text: string | undefined): RegExp {
  try {
    return text === undefined ? /^/ : new RegExp(`^(?:${text.replaceAll('*', '.*')})$`);
  } catch {
    throw new AwsError('InvalidInputException', `The expression ${text} is not a valid pattern.`);
  }
}
