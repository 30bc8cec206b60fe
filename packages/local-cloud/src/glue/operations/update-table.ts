import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { refuseDoubledColumns } from '../columns.ts';
import { onTable, type TableName } from '../permissions.ts';
import { parseInput, updateTableInput } from '../request.ts';

export const updateTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'UpdateTable'),
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
});
