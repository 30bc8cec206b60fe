import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { type DatabaseName, onDatabase } from '../permissions.ts';
import { databaseName, parseInput } from '../request.ts';

export const deleteDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'DeleteDatabase'),
  async run(input) {
    const { CatalogId, Name } = parseInput(databaseName, input);
    catalog.deleteDatabase(catalog.catalogId(CatalogId), Name);
    return {};
  },
});
