import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { addedColumns, firstColumns, type NamedColumn } from '../../contracts/table-columns.ts';
import { BUCKETS, ICEBERG_TABLES } from '../iceberg-tables.ts';
import type { Settings } from '../settings.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';
import type { RollcallFunction } from './rollcall-function.ts';

export interface AddedColumnsProps {
  readonly adder: RollcallFunction;
  readonly storage: StorageStack;
  readonly settings: Settings;
}

/**
 * Adds the columns that came after the tables' first published version, at a first deployment and whenever the list
 * changes. Creates the tables before, where CloudFormation does not. Whatever queries them is deployed after this.
 */
export class AddedColumns extends Construct {
  constructor(scope: Construct, id: string, { adder, storage, settings }: AddedColumnsProps) {
    super(scope, id);
    const tables = ICEBERG_TABLES.map(({ name, columns, bucketedBy }) => ({
      name,
      location: `${storage.bucket.s3UrlForObject(PREFIXES.warehouse)}${name}/`,
      columns: firstColumns(columns).map(ddlOf),
      bucketedBy,
      buckets: BUCKETS,
    }));
    new CustomResource(this, 'Columns', {
      resourceType: 'Custom::AddedColumns',
      serviceToken: adder.functionArn,
      serviceTimeout: Duration.minutes(20),
      properties: {
        ...(settings.tables === 'glue' && settings.tableCreation === 'athena' && { tables }),
        columns: ICEBERG_TABLES.flatMap(({ name: table, columns }) =>
          addedColumns(columns).map((column) => ({ table, ...ddlOf(column) })),
        ),
      },
    });
  }
}

const ddlOf = ({ name, type }: NamedColumn) => ({ name, type });
