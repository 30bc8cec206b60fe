import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { describeDatabase } from '../describe.ts';
import { type DatabaseName, onDatabase } from '../permissions.ts';
import { databaseName, parseInput } from '../request.ts';

export const getDatabase = (context: CloudContext, catalog: Catalog): Operation<DatabaseName> => ({
  permissions: onDatabase(context, 'GetDatabase'),
  async run(input) {
    const { CatalogId, Name } = parseInput(databaseName, input);
    return { Database: describeDatabase(catalog.database(catalog.catalogId(CatalogId), Name)) };
  },
});
