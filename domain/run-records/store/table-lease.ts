import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LEASE_SECONDS, MONITOR_RESULTS_LEASE, RESULTS_LEASE } from '../table-lease.ts';
import { ifConditionHolds } from './if-condition-holds.ts';

const LOOK_AGAIN_MS = 2_000;

/** Runs `write` while nobody else commits to the results table. The state machine takes the same lease for its MERGEs. */
export async function withResultsLease<T>(
  documents: DynamoDBDocumentClient,
  TableName: string,
  holder: string,
  write: () => Promise<T>,
): Promise<T> {
  while (!(await take(documents, TableName, RESULTS_LEASE, holder))) await sleep(LOOK_AGAIN_MS * (0.5 + Math.random()));
  try {
    return await write();
  } finally {
    await releaseResultsLease(documents, TableName, holder);
  }
}

/** Gives back what the holder has; also for one that is gone, and had no time to. */
export async function releaseResultsLease(
  documents: DynamoDBDocumentClient,
  TableName: string,
  holder: string,
): Promise<void> {
  await release(documents, TableName, RESULTS_LEASE, holder);
}

/** Runs `write` unless somebody else commits to the table of monitors' results; false when somebody does. */
export async function ifMonitorResultsAreFree(
  documents: DynamoDBDocumentClient,
  TableName: string,
  holder: string,
  write: () => Promise<void>,
): Promise<boolean> {
  if (!(await take(documents, TableName, MONITOR_RESULTS_LEASE, holder))) return false;
  try {
    await write();
    return true;
  } finally {
    await release(documents, TableName, MONITOR_RESULTS_LEASE, holder);
  }
}

type Lease = typeof RESULTS_LEASE | typeof MONITOR_RESULTS_LEASE;

async function release(
  documents: DynamoDBDocumentClient,
  TableName: string,
  Key: Lease,
  holder: string,
): Promise<void> {
  const remove = new DeleteCommand({
    TableName,
    Key,
    ConditionExpression: 'holder = :me',
    ExpressionAttributeValues: { ':me': holder },
  });
  await ifConditionHolds(documents.send(remove));
}

async function take(
  documents: DynamoDBDocumentClient,
  TableName: string,
  Key: Lease,
  holder: string,
): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'SET holder = :me, expires_at = :until',
    ConditionExpression: 'attribute_not_exists(holder) OR holder = :me OR expires_at < :now',
    ExpressionAttributeValues: { ':me': holder, ':until': now + LEASE_SECONDS, ':now': now },
  });
  return (await ifConditionHolds(documents.send(update))) !== undefined;
}
