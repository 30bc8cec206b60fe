import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { CallerRun } from '../../contracts/caller.ts';
import type { DeadLetter } from '../../contracts/dead-letter.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { logger } from '../shared/powertools.ts';

/** The queue of rows that exhausted their retries: one message a row, with what is needed to run it again. */
export interface RowDeadLetters {
  send(row: ResultRow): Promise<void>;
}

/**
 * A transient failure settles only when no call is left to the row; a caller that failed has used up the retries of its
 * task. With a further pass to come, that one decides.
 */
export const isExhausted = ({ retriesFailed }: CallerRun, row: ResultRow): boolean =>
  row.status === 'failed' && !retriesFailed && (row.error_class === 'transient' || row.error_name === 'CallerFailed');

export const createRowDeadLetters = (sqs: SQSClient, queueUrl: string): RowDeadLetters => ({
  async send(row) {
    const message = deadLetterOf(row);
    try {
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
    } catch (error) {
      // The row itself is settled and safe; only the message about it is missing.
      const { evaluationId, sampleId, rowIndex } = message;
      logger.error('A row could not be sent to the dead-letter queue', {
        evaluationId,
        sampleId,
        rowIndex,
        errorName: (error as Error).name,
      });
    }
  },
});

const deadLetterOf = (row: ResultRow): DeadLetter => ({
  evaluationId: row.evaluation_id,
  sampleId: row.sample_id,
  rowIndex: row.row_index,
  datasetId: row.dataset_id,
  targetName: row.target_name,
  executionMode: row.execution_mode,
  attempt: row.attempt,
  calls: row.calls,
  errorName: row.error_name,
  errorClass: row.error_class,
  errorMessage: row.error_message,
  traceRef: row.trace_ref,
  executionInput: { evaluationId: row.evaluation_id, retry: 'failed', retryClass: row.error_class ?? undefined },
});
