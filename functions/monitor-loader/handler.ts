import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { createClients } from '../../client/connect/clients.ts';
import { ifMonitorResultsAreFree } from '../../domain/run-records/store/table-lease.ts';
import { environment, runTables, tablesFromEnvironment } from '../shared/environment.ts';
import { logger } from '../shared/powertools.ts';
import { loadResults } from './load-results.ts';

/** What is left is loaded the next time. */
const CLOSING_MS = 5 * 60_000;

const { athena, s3, documents } = createClients({});

/** Loads results of monitors into their table, every quarter of an hour. */
export async function handler(_event: unknown, context: Context): Promise<{ readonly loaded: number }> {
  logger.addContext(context);
  const deps = {
    athena,
    s3,
    bucket: environment('DATA_BUCKET'),
    workGroup: environment('WORKGROUP'),
    context: glueContext(environment('DATABASE')),
    tables: tablesFromEnvironment(),
  };
  let loaded = 0;
  const isLate = () => context.getRemainingTimeInMillis() < CLOSING_MS;
  const isFree = await ifMonitorResultsAreFree(documents, runTables().counts, context.awsRequestId, async () => {
    loaded = await loadResults(deps, isLate);
  });
  logger.info(isFree ? 'Results loaded' : 'Somebody else loads', { loaded });
  return { loaded };
}
