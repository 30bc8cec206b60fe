import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { DataCatalogs, InCatalog } from '../catalogs/data-catalogs.ts';
import { catalogName, parseInput } from '../request.ts';

const schema = z.looseObject({ Name: catalogName });

export const getDataCatalog = (catalogs: DataCatalogs): Operation<InCatalog> => ({
  permissions: catalogs.permission('GetDataCatalog'),
  async run(input) {
    return { DataCatalog: catalogs.describe(parseInput(schema, input).Name) };
  },
});
