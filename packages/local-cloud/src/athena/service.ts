import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { GlueService } from '../glue/service.ts';
import type { S3Service } from '../s3/service.ts';
import type { Service } from '../service.ts';
import { catalogOperations } from './catalogs/operations.ts';
import { Database } from './engine/database.ts';
import { namedQueryOperations } from './named-queries/operations.ts';
import { Executor } from './queries/executor.ts';
import { getQueryResults } from './queries/get-query-results.ts';
import { Queries } from './queries/queries.ts';
import { queryOperations } from './queries/query-operations.ts';
import { startQueryExecution } from './queries/start-query-execution.ts';
import { warmUp } from './sql/warm-up.ts';
import { IcebergTables } from './tables/iceberg-tables.ts';
import { workGroupOperations } from './workgroups/operations.ts';
import { WorkGroups } from './workgroups/work-groups.ts';

export interface AthenaParts {
  readonly s3: Pick<S3Service, 'objects'>;
  readonly glue: Pick<GlueService, 'catalog'>;
}

/** Athena on DuckDB: statements are checked by Trino's grammar, written anew for DuckDB, and run as their caller. */
export async function createAthenaService(context: CloudContext, { s3, glue }: AthenaParts): Promise<Service> {
  const database = await Database.open(join(context.dataDir, 'athena'));
  const iceberg = new IcebergTables(database);
  await iceberg.dropAllBut(glue.catalog);
  const workGroups = new WorkGroups(context);
  const queries = new Queries(context);
  const executor = new Executor(context, { queries, database, catalog: glue.catalog, objects: s3.objects, iceberg });
  const named = namedQueryOperations(context, workGroups);
  const cool = warmUp();
  return {
    name: 'athena',
    protocol: jsonProtocol('1.1'),
    operations: {
      StartQueryExecution: startQueryExecution(context, { queries, workGroups, executor }),
      GetQueryResults: getQueryResults(context, { queries, workGroups }),
      ...queryOperations({ queries, workGroups, executor }),
      ...workGroupOperations(workGroups),
      ...named.operations,
      ...catalogOperations(context, glue.catalog),
    },
    async close() {
      cool();
      await executor.close();
      queries.close();
      workGroups.close();
      named.close();
      await database.close();
    },
  };
}
