import { BillingMode, Table, TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { KEPT } from '../kept.ts';

/** A table that holds data: paid by the request, encrypted, recoverable, and kept when its stack is deleted. */
export class KeptTable extends Table {
  constructor(scope: Construct, id: string, props: TableProps) {
    super(scope, id, {
      ...props,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: KEPT,
    });
  }
}
