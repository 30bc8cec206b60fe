import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { Catalog } from './catalog.ts';
import { databaseOperations } from './databases.ts';
import { partitionOperations } from './partitions.ts';
import { tableOperations } from './tables.ts';

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
      ...databaseOperations(context, catalog),
      ...tableOperations(context, catalog),
      ...partitionOperations(context, catalog),
    },
    catalog,
    close: async () => catalog.close(),
  };
}
