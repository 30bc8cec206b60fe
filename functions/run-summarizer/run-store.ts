import type { AthenaClient } from '@aws-sdk/client-athena';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type RunRecord, runRecordSchema } from '../../contracts/run-record.ts';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunObserver } from '../shared/run-observer.ts';
import type { Notifications } from './notifications.ts';

export interface SummarizerDependencies {
  readonly athena: AthenaClient;
  readonly documents: DynamoDBDocumentClient;
  readonly workGroup: string;
  readonly runsTable: string;
  readonly tables: Tables;
  readonly observer: RunObserver;
  readonly notifications: Notifications;
}

export async function readRun(evaluationId: string, deps: SummarizerDependencies): Promise<RunRecord | undefined> {
  const { Item } = await deps.documents.send(
    new GetCommand({ TableName: deps.runsTable, Key: { evaluation_id: evaluationId }, ConsistentRead: true }),
  );
  return Item && runRecordSchema.parse(Item);
}
