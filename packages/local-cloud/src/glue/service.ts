import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { Catalog } from './catalog.ts';
import { createDatabase, deleteDatabase, getDatabase, getDatabases, updateDatabase } from './operations/databases.ts';
import { batchCreatePartition, getPartitions } from './operations/partitions.ts';
import { createTable, deleteTable, getTable, getTables, updateTable } from './operations/tables.ts';

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
