import { AthenaClient, GetQueryExecutionCommand, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { tablesOf } from '../../../core/sql/tables.ts';
import { checkTables } from '../../../functions/column-adder/check-tables.ts';

const client = new AthenaClient({ region: 'us-east-1' });
const athena = mockClient(client);
const catalog = 's3tablescatalog/rollcall';

it.each([
  ['Insufficient Lake Formation permission(s): Required Describe on evaluation_datasets', /grant this role DESCRIBE/],
  [`CATALOG_NOT_FOUND: Catalog '${catalog}' does not exist`, /Enable integration.*or Lake Formation hides them/],
])('a deployment is told what to do about %s', async (StateChangeReason, remedy) => {
  athena.on(StartQueryExecutionCommand).resolves({ QueryExecutionId: 'q' });
  athena.on(GetQueryExecutionCommand).resolves({ QueryExecution: { Status: { State: 'FAILED', StateChangeReason } } });
  const checked = checkTables(tablesOf({ catalog, database: 'db' }), { athena: client, workGroup: 'w' });
  await expect(checked).rejects.toMatchObject({ name: 'TablesUnreadable', message: expect.stringMatching(remedy) });
});
