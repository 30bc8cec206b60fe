import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { addedColumns, type TableColumns } from '../../contracts/table-columns.ts';
import { DATASETS_TABLE, RESULTS_TABLE } from '../../contracts/table-names.ts';
import type { RollcallFunction } from './rollcall-function.ts';

/**
 * Adds the columns that came after the tables' first published version, at a first deployment and whenever the list
 * changes. What depends on this is deployed when the columns are there.
 */
export class AddedColumns extends Construct {
  constructor(scope: Construct, id: string, adder: RollcallFunction) {
    super(scope, id);
    new CustomResource(this, 'Columns', {
      resourceType: 'Custom::AddedColumns',
      serviceToken: adder.functionArn,
      serviceTimeout: Duration.minutes(20),
      properties: {
        columns: [...columnsOf(DATASETS_TABLE, DATASET_COLUMNS), ...columnsOf(RESULTS_TABLE, RESULT_COLUMNS)],
      },
    });
  }
}

const columnsOf = (table: string, columns: TableColumns) =>
  addedColumns(columns).map(({ name, type }) => ({ table, name, type }));
