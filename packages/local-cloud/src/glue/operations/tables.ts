import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog, TableRecord } from '../catalog.ts';
import { describeTable, refuseDoubledColumns } from '../describe.ts';
import { fieldId, icebergTable, isIcebergInput, transformProblem, withFieldIds } from '../iceberg-table.ts';
import { withoutMetadataLocation } from '../metadata-location.ts';
import { gluePermissions, onTable, type TableName } from '../permissions.ts';
import {
  createTableInput,
  getTablesInput,
  onePage,
  type PartitionField,
  parseInput,
  type TableInput,
  tableName,
  updateTableInput,
} from '../request.ts';

export const createTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'CreateTable'),
  async run(input, { caller }) {
    const given = parseInput(createTableInput, input);
    const name = given.TableInput?.Name ?? given.Name;
    if (!name) throw new AwsError('InvalidInputException', 'A table needs a name: set TableInput.Name.');
    const iceberg = given.OpenTableFormatInput?.IcebergInput;
    const table = iceberg ? icebergTable(name, given.TableInput, iceberg) : { ...given.TableInput, Name: name };
    refuseDoubledColumns(table);
    const partitions = iceberg?.CreateIcebergTableInput?.PartitionSpec?.Fields;
    refusePartitions(partitions ?? [], table);
    catalog.createTable(
      catalog.catalogId(given.CatalogId),
      given.DatabaseName,
      withoutMetadataLocation(table),
      caller.arn,
      partitions,
    );
    return {};
  },
});

function refusePartitions(partitions: readonly PartitionField[], table: TableInput): void {
  const columns = withFieldIds(table).StorageDescriptor?.Columns ?? [];
  for (const { SourceId, Transform } of partitions) {
    const source = columns.find((column) => fieldId(column) === SourceId);
    const problem = source
      ? transformProblem(Transform, source.Type ?? 'string')
      : `Cannot find source column: ${SourceId}`;
    if (problem) throw new AwsError('InvalidInputException', problem);
  }
}

export const updateTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'UpdateTable'),
  async run(input) {
    const { CatalogId, DatabaseName, TableInput, VersionId } = parseInput(updateTableInput, input);
    const before = catalog.table(catalog.catalogId(CatalogId), DatabaseName, TableInput.Name);
    if (VersionId !== undefined && VersionId !== String(before.version)) {
      throw new AwsError('ConcurrentModificationException', `Update table failed due to concurrent modifications.`);
    }
    refuseDoubledColumns(TableInput);
    await refuseOthersCommit(before, TableInput, catalog);
    catalog.updateTable(before.catalogId, DatabaseName, withoutMetadataLocation(TableInput));
    return {};
  },
});

/** Another engine commits by naming a metadata file of its own. Its rows would not be those that Athena answers here. */
async function refuseOthersCommit(before: TableRecord, { Parameters }: TableInput, catalog: Catalog): Promise<void> {
  const given = Parameters?.metadata_location;
  if (!given || !isIcebergInput(before.input) || given === (await catalog.metadataLocation(before))) return;
  throw new AwsError(
    'InvalidInputException',
    `The metadata location of table ${before.input.Name} cannot be set to ${given}: in the local cloud Iceberg tables are written to by Athena alone. Use INSERT, MERGE, UPDATE or DELETE.`,
  );
}

export const getTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'GetTable'),
  async run(input) {
    const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
    const record = catalog.table(catalog.catalogId(CatalogId), DatabaseName, Name);
    return { Table: await describeTable(record, catalog) };
  },
});

export const getTables = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: (input) =>
    gluePermissions(context, 'GetTables', { CatalogId: input.CatalogId, database: input.DatabaseName, table: '*' }),
  async run(input) {
    const { CatalogId, DatabaseName, Expression, MaxResults, NextToken } = parseInput(getTablesInput, input);
    const pattern = expression(Expression);
    const all = catalog
      .tables(catalog.catalogId(CatalogId), DatabaseName)
      .filter((table) => pattern.test(table.input.Name));
    const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
    const TableList = await Promise.all(items.map((table) => describeTable(table, catalog)));
    return { TableList, NextToken: next };
  },
});

/** GetTables takes a regular expression; a wrong one is the caller's mistake. */
function expression(text: string | undefined): RegExp {
  try {
    return text === undefined ? /^/ : new RegExp(`^(?:${text.replaceAll('*', '.*')})$`);
  } catch {
    throw new AwsError('InvalidInputException', `The expression ${text} is not a valid pattern.`);
  }
}

export const deleteTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'DeleteTable'),
  async run(input) {
    const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
    catalog.deleteTable(catalog.catalogId(CatalogId), DatabaseName, Name);
    return {};
  },
});
