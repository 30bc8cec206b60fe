import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { DataCatalogs, InCatalog } from '../catalogs/data-catalogs.ts';
import { databaseOf, parseInput } from '../request.ts';

const schema = z.looseObject(databaseOf);

export const getDatabase = (catalogs: DataCatalogs): Operation<InCatalog> => ({
  permissions: catalogs.permission('GetDatabase'),
  async run(input) {
    const { CatalogName, DatabaseName } = parseInput(schema, input);
    return { Database: { Name: catalogs.database(CatalogName, DatabaseName).input.Name } };
  },
});
