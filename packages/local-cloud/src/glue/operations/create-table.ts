import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { refuseDoubledColumns } from '../columns.ts';
import { fieldId, withFieldIds } from '../iceberg-fields.ts';
import { icebergTable } from '../iceberg-table.ts';
import { withoutMetadataLocation } from '../metadata-location.ts';
import { transformProblem } from '../partition-transform.ts';
import { onTable, type TableName } from '../permissions.ts';
import { createTableInput, type PartitionField, parseInput, type TableInput } from '../request.ts';

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
