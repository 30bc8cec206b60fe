import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { onTable, type TableName } from '../permissions.ts';
import { parseInput, tableName } from '../request.ts';

export const deleteTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'DeleteTable'),
  async run(input) {
    const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
    catalog.deleteTable(catalog.catalogId(CatalogId), DatabaseName, Name);
    return {};
  },
});
