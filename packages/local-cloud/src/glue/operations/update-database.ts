import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { type DatabaseName, onDatabase } from '../permissions.ts';
import { parseInput, updateDatabaseInput } from '../request.ts';

export const updateDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'UpdateDatabase'),
  async run(input) {
    const { CatalogId, Name, DatabaseInput } = parseInput(updateDatabaseInput, input);
    catalog.updateDatabase(catalog.catalogId(CatalogId), Name, DatabaseInput);
    return {};
  },
});
