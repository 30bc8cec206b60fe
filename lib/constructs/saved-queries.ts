import { CfnNamedQuery } from 'aws-cdk-lib/aws-athena';
import { Construct } from 'constructs';
import { savedQueries } from '../../core/sql/saved-queries.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';

/** The queries people ask of results, in Athena's console under "Saved queries". */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, storage: StorageStack) {
    super(scope, id);
    const { catalogName, databaseName, workGroupName } = storage;
    const tables = tablesOf({ catalog: catalogName, database: databaseName });
    for (const { name, description, sql } of savedQueries(tables)) {
      new CfnNamedQuery(this, name, {
        name: `rollcall-${name}`,
        description,
        database: databaseName,
        workGroup: workGroupName,
        queryString: sql,
      });
    }
  }
}
