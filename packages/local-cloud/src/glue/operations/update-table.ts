import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog, TableRecord } from '../catalog.ts';
import { refuseDoubledColumns } from '../columns.ts';
import { isIcebergInput } from '../iceberg-fields.ts';
import { withoutMetadataLocation } from '../metadata-location.ts';
import { onTable, type TableName } from '../permissions.ts';
import { parseInput, type TableInput, updateTableInput } from '../request.ts';

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
