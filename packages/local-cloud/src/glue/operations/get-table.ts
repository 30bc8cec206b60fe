import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { describeTable } from '../describe.ts';
import { onTable, type TableName } from '../permissions.ts';
import { parseInput, tableName } from '../request.ts';

export const getTable = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: onTable(context, 'GetTable'),
  async run(input) {
    const { CatalogId, DatabaseName, Name } = parseInput(tableName, input);
    const record = catalog.table(catalog.catalogId(CatalogId), DatabaseName, Name);
    return { Table: await describeTable(record, catalog) };
  },
});
