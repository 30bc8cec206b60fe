import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import { type HaltedBy, runRecordSchema } from '../../domain/run-records/run-record.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import { createRunRecordStore, type RunTables } from '../../domain/run-records/store/run-record-store.ts';

/** What a caller needs to know of its run. */
const runStateSchema = runRecordSchema
  .pick({
    status: true,
    reason: true,
    cancel_now: true,
    stopped_from_outside: true,
    attempt: true,
    updated_at: true,
    max_concurrency: true,
    children: true,
    before: true,
  })
  .partial({ updated_at: true });
export type RunState = z.output<typeof runStateSchema>;

export interface RunRecords {
  read(evaluationId: string): Promise<RunState | undefined>;
  /** Stops the run from starting rows; false when it was over already. */
  halt(evaluationId: string, reason: string, by: HaltedBy): Promise<boolean>;
  /** Opens the record of a redriven run again; false when it is open. */
  takeUp(evaluationId: string): Promise<boolean>;
}

export function createRunRecords(documents: DynamoDBDocumentClient, tables: RunTables): RunRecords {
  const store = createRunRecordStore(documents, tables);
  const key = (evaluationId: string) => ({ TableName: tables.runs, Key: { evaluation_id: evaluationId } });

  return {
    read: (evaluationId) => store.findPart(evaluationId, runStateSchema),

    async halt(evaluationId, reason, by) {
      const updated = await ifConditionHolds(
        documents.send(
          new UpdateCommand({
            ...key(evaluationId),
            UpdateExpression: 'SET #status = :halted, #reason = :reason, halted_by = :by, updated_at = :now',
            ConditionExpression: '#status IN (:running, :pausing, :paused)',
            ExpressionAttributeNames: { '#status': 'status', '#reason': 'reason' },
            ExpressionAttributeValues: {
              ':halted': 'halted',
              ':reason': reason,
              ':by': by,
              ':running': 'running',
              ':pausing': 'pausing',
              ':paused': 'paused',
              ':now': new Date().toISOString(),
            },
          }),
        ),
      );
      return updated !== undefined;
    },

    async takeUp(evaluationId) {
      const updated = await ifConditionHolds(
        documents.send(
          new UpdateCommand({
            ...key(evaluationId),
            UpdateExpression:
              'SET #status = :running, updated_at = :now REMOVE #reason, #summary, finished_at, stopped_from_outside',
            ConditionExpression: 'stopped_from_outside = :true',
            ExpressionAttributeNames: { '#status': 'status', '#reason': 'reason', '#summary': 'summary' },
            ExpressionAttributeValues: { ':running': 'running', ':true': true, ':now': new Date().toISOString() },
          }),
        ),
      );
      return updated !== undefined;
    },
  };
}
