import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { GlueService } from '../glue/service.ts';
import type { S3Service } from '../s3/service.ts';
import type { Service } from '../service.ts';
import { Database } from './engine/database.ts';
import { TableFiles } from './iceberg/table-files.ts';
import { NamedQueries } from './named-queries/named-queries.ts';
import { getQueryResults } from './operations/get-query-results.ts';
import { createNamedQuery, deleteNamedQuery, getNamedQuery, listNamedQueries } from './operations/named-queries.ts';
import {
  batchGetQueryExecution,
  getQueryExecution,
  listQueryExecutions,
  stopQueryExecution,
} from './operations/query-executions.ts';
import { startQueryExecution } from './operations/start-query-execution.ts';
import { createWorkGroup, deleteWorkGroup, getWorkGroup, updateWorkGroup } from './operations/work-groups.ts';
import { Executor } from './queries/executor.ts';
import { Queries } from './queries/queries.ts';
import { warmUp } from './sql/warm-up.ts';
import { IcebergTables } from './tables/iceberg-tables.ts';
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
  const files = new TableFiles(database, iceberg, s3.objects);
  glue.catalog.metadataLocation = (record) =>
    files.metadataLocation(record).catch((error) => {
      context.log(`The files of the Iceberg table ${record.input.Name} could not be written: ${error.message}`);
      return undefined;
    });
  iceberg.dropped = (record) => files.delete(record);
  const workGroups = new WorkGroups(context);
  const queries = new Queries(context);
  const executor = new Executor(context, {
    queries,
    database,
    catalog: glue.catalog,
    objects: s3.objects,
    iceberg,
    files,
  });
  const namedQueries = new NamedQueries(context);
  const parts = { queries, workGroups, executor };
  const cool = warmUp();
  return {
    name: 'athena',
    protocol: jsonProtocol('1.1'),
    operations: {
      BatchGetQueryExecution: batchGetQueryExecution(parts),
      CreateNamedQuery: createNamedQuery(namedQueries, workGroups),
      CreateWorkGroup: createWorkGroup(workGroups),
      DeleteNamedQuery: deleteNamedQuery(namedQueries, workGroups),
      DeleteWorkGroup: deleteWorkGroup(workGroups, { queries, namedQueries }),
      GetNamedQuery: getNamedQuery(namedQueries, workGroups),
      GetQueryExecution: getQueryExecution(parts),
      GetQueryResults: getQueryResults(context, parts),
      GetWorkGroup: getWorkGroup(workGroups),
      ListNamedQueries: listNamedQueries(namedQueries, workGroups),
      ListQueryExecutions: listQueryExecutions(parts),
      StartQueryExecution: startQueryExecution(context, parts),
      StopQueryExecution: stopQueryExecution(parts),
      UpdateWorkGroup: updateWorkGroup(workGroups),
    },
    async close() {
      cool();
      await executor.close();
      queries.close();
      workGroups.close();
      namedQueries.close();
      await database.close();
    },
  };
}
