import { AthenaClient } from '@aws-sdk/client-athena';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { tablesOf } from '../../core/sql/tables.ts';
import { environment } from '../shared/environment.ts';
import { logger } from '../shared/powertools.ts';
import { captured, traced } from '../shared/tracing.ts';
import { addColumns, addedColumnsSchema, createTables } from './add-columns.ts';
import { answerCloudFormation } from './answer-cloudformation.ts';
import { checkTables } from './check-tables.ts';
import { onceAllowed } from './once-allowed.ts';

const athena = captured(new AthenaClient());

/** Called by CloudFormation. Columns are never taken away: a rollback leaves them. */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  logger.addContext(context);
  const workGroup = environment('WORKGROUP');
  const catalog = environment('CATALOG');
  const database = environment('DATABASE');
  await answerCloudFormation(event, `${catalog}/${database}`, async () => {
    if (event.RequestType === 'Delete') return;
    const { tables, columns } = addedColumnsSchema.parse(event.ResourceProperties);
    const queries = { athena, workGroup, context: { catalog, database } };
    await onceAllowed(async () => {
      await createTables(tables, queries);
      await checkTables(tablesOf({ catalog, database }), queries);
    });
    await traced('AddColumns', {}, () => addColumns(columns, queries));
    logger.info('Columns added', { columns: columns.map(({ table, name }) => `${table}.${name}`) });
  });
}
