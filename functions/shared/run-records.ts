import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { RunRecord } from '../../contracts/run-record.ts';

/** What a caller needs to know of its run before a row. */
export type RunState = Pick<RunRecord, 'status' | 'reason' | 'cancel_now' | 'cost_usd' | 'stopped_from_outside'> &
  Partial<Pick<RunRecord, 'attempt'>>;

/** The run's counters after a row was added. */
export type RunTotals = Pick<RunRecord, 'failures_this_pass' | 'cost_usd'>;

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
    async read(evaluationId) {
      const { Item } = await documents.send(
        new GetCommand({
          ...key(evaluationId),
          ConsistentRead: true,
          ProjectionExpression: '#status, #reason, cancel_now, cost_usd, attempt, stopped_from_outside',
          ExpressionAttributeNames: { '#status': 'status', '#reason': 'reason' },
        }),
      );
      return Item as RunState | undefined;
    },

    async count(row) {
      const failed = row.status === 'failed';
      const updated = await ifConditionHolds(() =>
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
      return updated?.Attributes as RunTotals | undefined;
    },

    async halt(evaluationId, reason) {
      const updated = await ifConditionHolds(() =>
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
      const updated = await ifConditionHolds(() =>
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
    await ifConditionHolds(() =>
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

async function ifConditionHolds<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
