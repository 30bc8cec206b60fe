import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import type { RollcallFunction } from './rollcall-function.ts';

/** Rows that exhausted their retries: one message a row, kept as long as SQS keeps anything. */
export class RowDeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, queueName: string) {
    super(scope, id, {
      queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue: functions put rows there, and nothing of ours takes them out.',
    });
  }

  filledBy(fn: RollcallFunction): void {
    fn.addEnvironment('ROW_DLQ_URL', this.queueUrl);
    allow(fn.role, ['sqs:SendMessage'], [this.queueArn]);
  }
}
