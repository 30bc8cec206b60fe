import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import { ifConditionHolds } from '../../client/run-records/if-condition-holds.ts';
import { createRunRecordStore } from '../../client/run-records/run-record-store.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { runRecordSchema } from '../../contracts/run-record.ts';

/** What a caller needs to know of its run before a row. */
const runStateSchema = runRecordSchema
  .pick({ status: true, reason: true, cancel_now: true, cost_usd: true, stopped_from_outside: true, attempt: true })
  .partial({ attempt: true });
export type RunState = z.output<typeof runStateSchema>;

/** The run's counters after a row was added. */
const runTotalsSchema = runRecordSchema.pick({ failures_this_pass: true, cost_usd: true });
export type RunTotals = z.output<typeof runTotalsSchema>;

export interface RunRecords {
  read(evaluationId: string): Promise<RunState | undefined>;
  /** Adds a settled row to the live counters. */
  count(row: ResultRow): Promise<RunTotals | undefined>;
  /** Stops the run from starting rows; false when it was over already. */
  halt(evaluationId: string, reason: string): Promise<boolean>;
  /** Opens the record of a redriven run again; false when it is open. */
  takeUp(evaluationId: string): Promise<boolean>;
  /** Says that a batch stands still because the run is paused, or no longer does. */
  park(evaluationId: string, child: string): Promise<void>;
  unpark(evaluationId: string, child: string): Promise<void>;
}

export function createRunRecords(documents: DynamoDBDocumentClient, table: string): RunRecords {
  const key = (evaluationId: string) => ({ TableName: table, Key: { evaluation_id: evaluationId } });

  return {
    read: (evaluationId) => createRunRecordStore(documents, table).findPart(evaluationId, runStateSchema),

    async count(row) {
      const failed = row.status === 'failed';
      const updated = await ifConditionHolds(
        documents.send(
          new UpdateCommand({
            ...key(row.evaluation_id),
            UpdateExpression: `ADD #counter :one, failures_this_pass :failure, latency_ms_sum :latency, prompt_tokens :prompt, completion_tokens :completion, total_tokens :tokens, cost_usd :cost SET updated_at = :now`,
            ConditionExpression: 'attribute_exists(evaluation_id)',
            ExpressionAttributeNames: { '#counter': row.status },
            ExpressionAttributeValues: {
              ':one': 1,
              ':failure': failed ? 1 : 0,
              ':latency': row.latency_ms ?? 0,
              ':prompt': row.prompt_tokens ?? 0,
              ':completion': row.completion_tokens ?? 0,
              ':tokens': row.total_tokens ?? 0,
              ':cost': row.cost_usd ?? 0,
              ':now': new Date().toISOString(),
            },
            ReturnValues: 'UPDATED_NEW',
          }),
        ),
      );
      return updated && runTotalsSchema.parse(updated.Attributes);
    },

    async halt(evaluationId, reason) {
      const updated = await ifConditionHolds(
        documents.send(
          new UpdateCommand({
            ...key(evaluationId),
            UpdateExpression: 'SET #status = :halted, #reason = :reason, updated_at = :now',
            ConditionExpression: '#status IN (:running, :pausing, :paused)',
            ExpressionAttributeNames: { '#status': 'status', '#reason': 'reason' },
            ExpressionAttributeValues: {
              ':halted': 'halted',
              ':reason': reason,
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

    park: (evaluationId, child) => changeParked('ADD', evaluationId, child),
    unpark: (evaluationId, child) => changeParked('DELETE', evaluationId, child),
  };

  async function changeParked(action: 'ADD' | 'DELETE', evaluationId: string, child: string): Promise<void> {
    await ifConditionHolds(
      documents.send(
        new UpdateCommand({
          ...key(evaluationId),
          UpdateExpression: `${action} parked_children :child`,
          ConditionExpression: 'attribute_exists(evaluation_id)',
          ExpressionAttributeValues: { ':child': new Set([child]) },
        }),
      ),
    );
  }
}
