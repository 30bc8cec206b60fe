import { CfnNamedQuery } from 'aws-cdk-lib/aws-athena';
import { Construct } from 'constructs';
import { DATASETS_TABLE, RESULTS_TABLE, STAGED_TABLE } from '../../contracts/table-names.ts';
import { qualifiedName } from '../../core/sql/literal.ts';
import { savedQueries } from '../../core/sql/saved-queries.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';

/** The queries people ask of results, in Athena's console under "Saved queries". */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, storage: StorageStack) {
    super(scope, id);
    const { catalogName, databaseName, workGroupName } = storage;
    const tables = {
      datasets: qualifiedName(catalogName, databaseName, DATASETS_TABLE),
      results: qualifiedName(catalogName, databaseName, RESULTS_TABLE),
      staged: qualifiedName('AwsDataCatalog', databaseName, STAGED_TABLE),
    };
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
