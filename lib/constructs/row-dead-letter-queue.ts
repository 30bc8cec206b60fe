import { allow } from '../allow.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { RollcallFunction } from './rollcall-function.ts';

/** Rows that exhausted their retries. */
export class RowDeadLetterQueue extends DeadLetterQueue {
  filledBy(fn: RollcallFunction): void {
    fn.addEnvironment('ROW_DLQ_URL', this.queueUrl);
    allow(fn.role, ['sqs:SendMessage'], [this.queueArn]);
  }
}
