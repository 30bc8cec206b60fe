import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { type DataCatalogs, type InCatalog, metadataError } from '../catalogs/data-catalogs.ts';
import { describeTable } from '../catalogs/describe-table.ts';
import { databaseOf, parseInput } from '../request.ts';

const schema = z.looseObject({ ...databaseOf, TableName: z.string().min(1) });

export const getTableMetadata = (catalogs: DataCatalogs): Operation<InCatalog> => ({
  permissions: catalogs.permission('GetTableMetadata'),
  async run(input) {
    const { CatalogName, DatabaseName, TableName } = parseInput(schema, input);
    const { catalogId } = catalogs.database(CatalogName, DatabaseName);
    const found = catalogs.glue.findTable(catalogId, DatabaseName, TableName);
    if (!found) throw metadataError(`EntityNotFoundException: Entity Not Found: ${TableName}`);
    return { TableMetadata: await describeTable(found, catalogs.glue) };
  },
});
