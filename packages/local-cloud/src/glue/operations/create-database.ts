import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { gluePermissions } from '../permissions.ts';
import { createDatabaseInput, parseInput } from '../request.ts';

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
