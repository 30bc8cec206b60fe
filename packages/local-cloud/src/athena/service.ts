import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { GlueService } from '../glue/service.ts';
import type { S3Service } from '../s3/service.ts';
import type { Service } from '../service.ts';
import { DataCatalogs } from './catalogs/data-catalogs.ts';
import { Database } from './engine/database.ts';
import { TableFiles } from './iceberg/table-files.ts';
import { NamedQueries } from './named-queries/named-queries.ts';
import { batchGetNamedQuery } from './operations/batch-get-named-query.ts';
import { batchGetPreparedStatement } from './operations/batch-get-prepared-statement.ts';
import { batchGetQueryExecution } from './operations/batch-get-query-execution.ts';
import { createNamedQuery } from './operations/create-named-query.ts';
import { createPreparedStatement } from './operations/create-prepared-statement.ts';
import { createWorkGroup } from './operations/create-work-group.ts';
import { deleteNamedQuery } from './operations/delete-named-query.ts';
import { deletePreparedStatement } from './operations/delete-prepared-statement.ts';
import { deleteWorkGroup } from './operations/delete-work-group.ts';
import { getDataCatalog } from './operations/get-data-catalog.ts';
import { getDatabase } from './operations/get-database.ts';
import { getNamedQuery } from './operations/get-named-query.ts';
import { getPreparedStatement } from './operations/get-prepared-statement.ts';
import { getQueryExecution } from './operations/get-query-execution.ts';
import { getQueryResults } from './operations/get-query-results.ts';
import { getQueryRuntimeStatistics } from './operations/get-query-runtime-statistics.ts';
import { getTableMetadata } from './operations/get-table-metadata.ts';
import { getWorkGroup } from './operations/get-work-group.ts';
import { listDataCatalogs } from './operations/list-data-catalogs.ts';
import { listDatabases } from './operations/list-databases.ts';
import { listNamedQueries } from './operations/list-named-queries.ts';
import { listPreparedStatements } from './operations/list-prepared-statements.ts';
import { listQueryExecutions } from './operations/list-query-executions.ts';
import { listTableMetadata } from './operations/list-table-metadata.ts';
import { listWorkGroups } from './operations/list-work-groups.ts';
import { startQueryExecution } from './operations/start-query-execution.ts';
import { stopQueryExecution } from './operations/stop-query-execution.ts';
import { updatePreparedStatement } from './operations/update-prepared-statement.ts';
import { updateWorkGroup } from './operations/update-work-group.ts';
import { PreparedStatements } from './prepared-statements/prepared-statements.ts';
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
  const prepared = new PreparedStatements(context);
  const executor = new Executor(context, {
    queries,
    database,
    catalog: glue.catalog,
    objects: s3.objects,
    iceberg,
    files,
    prepared,
  });
  const namedQueries = new NamedQueries(context);
  const catalogs = new DataCatalogs(context, glue.catalog);
  const parts = { queries, workGroups, executor };
  const cool = warmUp();
  return {
    name: 'athena',
    protocol: jsonProtocol('1.1'),
    operations: {
      BatchGetNamedQuery: batchGetNamedQuery(namedQueries, workGroups),
      BatchGetPreparedStatement: batchGetPreparedStatement(prepared, workGroups),
      BatchGetQueryExecution: batchGetQueryExecution(parts),
      CreateNamedQuery: createNamedQuery(namedQueries, workGroups),
      CreatePreparedStatement: createPreparedStatement(prepared, workGroups),
      CreateWorkGroup: createWorkGroup(workGroups),
      DeleteNamedQuery: deleteNamedQuery(namedQueries, workGroups),
      DeletePreparedStatement: deletePreparedStatement(prepared, workGroups),
      DeleteWorkGroup: deleteWorkGroup(workGroups, { queries, namedQueries }),
      GetDataCatalog: getDataCatalog(catalogs),
      GetDatabase: getDatabase(catalogs),
      GetNamedQuery: getNamedQuery(namedQueries, workGroups),
      GetPreparedStatement: getPreparedStatement(prepared, workGroups),
      GetQueryExecution: getQueryExecution(parts),
      GetQueryResults: getQueryResults(context, parts),
      GetQueryRuntimeStatistics: getQueryRuntimeStatistics(parts),
      GetTableMetadata: getTableMetadata(catalogs),
      GetWorkGroup: getWorkGroup(workGroups),
      ListDataCatalogs: listDataCatalogs(),
      ListDatabases: listDatabases(catalogs),
      ListNamedQueries: listNamedQueries(namedQueries, workGroups),
      ListPreparedStatements: listPreparedStatements(prepared, workGroups),
      ListQueryExecutions: listQueryExecutions(parts),
      ListTableMetadata: listTableMetadata(catalogs),
      ListWorkGroups: listWorkGroups(workGroups),
      StartQueryExecution: startQueryExecution(context, parts, prepared),
      StopQueryExecution: stopQueryExecution(parts),
      UpdatePreparedStatement: updatePreparedStatement(prepared, workGroups),
      UpdateWorkGroup: updateWorkGroup(workGroups),
    },
    async close() {
      cool();
      await executor.close();
      queries.close();
      workGroups.close();
      namedQueries.close();
      prepared.close();
      await database.close();
    },
  };
}
