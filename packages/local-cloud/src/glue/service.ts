import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { Catalog } from './catalog.ts';
import { batchCreatePartition } from './operations/batch-create-partition.ts';
import { createDatabase } from './operations/create-database.ts';
import { createTable } from './operations/create-table.ts';
import { deleteDatabase } from './operations/delete-database.ts';
import { deleteTable } from './operations/delete-table.ts';
import { getDatabase } from './operations/get-database.ts';
import { getDatabases } from './operations/get-databases.ts';
import { getPartitions } from './operations/get-partitions.ts';
import { getTable } from './operations/get-table.ts';
import { getTables } from './operations/get-tables.ts';
import { updateDatabase } from './operations/update-database.ts';
import { updateTable } from './operations/update-table.ts';

export interface GlueService extends Service {
  /** The catalog itself, for Athena, which asks about many tables in one query. */
  readonly catalog: Catalog;
}

export function createGlueService(context: CloudContext): GlueService {
  const catalog = new Catalog(context);
  return {
    name: 'glue',
    protocol: jsonProtocol('1.1'),
    operations: {
      BatchCreatePartition: batchCreatePartition(context, catalog),
      CreateDatabase: createDatabase(context, catalog),
      CreateTable: createTable(context, catalog),
      DeleteDatabase: deleteDatabase(context, catalog),
      DeleteTable: deleteTable(context, catalog),
      GetDatabase: getDatabase(context, catalog),
      GetDatabases: getDatabases(context, catalog),
      GetPartitions: getPartitions(context, catalog),
      GetTable: getTable(context, catalog),
      GetTables: getTables(context, catalog),
      UpdateDatabase: updateDatabase(context, catalog),
      UpdateTable: updateTable(context, catalog),
    },
    catalog,
    close: async () => catalog.close(),
  };
}
