import { Duration, Names } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { RollcallFunction } from './rollcall-function.ts';

export interface WorkQueueProps {
  readonly name: string;
  readonly suffix: string;
  /** At least the timeout of the function that works on it. */
  readonly visibilityTimeout: Duration;
}

export interface Feeding {
  readonly batchSize: number;
  readonly atOnce: number;
  /** How long messages are collected for a batch. Default: not at all */
  readonly window?: Duration;
}

const TRIES = 5;

/** Work for a function: what it fails on comes again, and after some times it is a dead letter. */
export class WorkQueue extends Queue {
  constructor(scope: Construct, id: string, { name, suffix, visibilityTimeout }: WorkQueueProps) {
    const queue = new DeadLetterQueue(scope, `${id}DeadLetters`, `rollcall-${name}-dead-letters${suffix}`);
    super(scope, id, {
      queueName: `rollcall-${name}${suffix}`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout,
      deadLetterQueue: { queue, maxReceiveCount: TRIES },
    });
  }

  /** Has a function work on it, some messages at a time; it tells which of them failed. */
  feeds(fn: RollcallFunction, { batchSize, atOnce, window }: Feeding): void {
    // CDK's SqsEventSource grants more than Lambda asks for; the id is the one that it gives.
    fn.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(this.node)}`, {
      eventSourceArn: this.queueArn,
      batchSize,
      maxConcurrency: atOnce,
      maxBatchingWindow: window,
      reportBatchItemFailures: true,
    });
    allow(fn.role, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [this.queueArn]);
  }
}
