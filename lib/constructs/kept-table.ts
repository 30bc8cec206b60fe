import { Stack } from 'aws-cdk-lib';
import { BillingMode, Table, TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { KEPT } from '../kept.ts';

/**
 * A table that holds data: on demand, encrypted, recoverable, and kept when its stack is deleted. It is exported even
 * where no stack imports it now: a stack that is no longer in the app may still be deployed and import it.
 */
export class KeptTable extends Table {
  constructor(scope: Construct, id: string, props: TableProps) {
    super(scope, id, {
      ...props,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: KEPT,
    });
    for (const value of [this.tableName, this.tableArn]) Stack.of(this).exportValue(value);
  }
}
