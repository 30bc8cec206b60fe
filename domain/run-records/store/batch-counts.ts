import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Pacing } from '../../../contracts/rate-limit.ts';
import { type BatchCounts, batchCountsKey, batchCountsPrefix, batchCountsSchema } from '../batch-counts.ts';
import { type Counters, NOTHING_COUNTED } from '../run-record.ts';
import { ifConditionHolds } from './if-condition-holds.ts';
import { createLaneCounts, type LaneCounts } from './lane-counts.ts';
import { listOfPass, stamp } from './pass-items.ts';

export type NewCounts = Omit<BatchCounts, 'evaluation_id' | 'batch' | 'updated_at' | 'expires_at'>;

/** The counts of the batches of runs. */
export interface BatchCountsStore extends LaneCounts {
  /** Unless more of the batch's log is counted there already: an invocation that lags behind must not take that back. */
  write(evaluationId: string, attempt: number, batch: number, counts: NewCounts): Promise<void>;
  read(evaluationId: string, attempt: number, batch: number): Promise<BatchCounts | undefined>;
  /** Of all batches of a pass that have begun, in row order. */
  list(evaluationId: string, attempt: number): Promise<BatchCounts[]>;
}

export function createBatchCountsStore(documents: DynamoDBDocumentClient, TableName: string): BatchCountsStore {
  return {
    ...createLaneCounts(documents, TableName),

    async write(evaluation_id, attempt, batch, counts) {
      const Item: BatchCounts = { evaluation_id, batch: batchCountsKey(attempt, batch), ...counts, ...stamp() };
      const put = new PutCommand({
        TableName,
        Item,
        ConditionExpression: 'attribute_not_exists(entries) OR entries <= :entries',
        ExpressionAttributeValues: { ':entries': counts.entries },
      });
      await ifConditionHolds(documents.send(put));
    },

    async read(evaluation_id, attempt, batch) {
      const Key = { evaluation_id, batch: batchCountsKey(attempt, batch) };
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && batchCountsSchema.parse(Item);
    },

    async list(evaluationId, attempt) {
      const items = await listOfPass(documents, TableName, evaluationId, batchCountsPrefix(attempt));
      return items.map((item) => batchCountsSchema.parse(item));
    },
  };
}

/** Adds counters up. */
export function sumOf(counts: readonly Counters[]): Counters {
  const sum: Record<keyof Counters, number> = { ...NOTHING_COUNTED };
  for (const one of counts) for (const name of Object.keys(sum) as (keyof Counters)[]) sum[name] += one[name];
  return sum;
}

/** The latest of these moments, each in ISO 8601. */
export const latestOf = (times: readonly (string | undefined)[]): string | undefined =>
  times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);

/** Every different outcome of the rows of these batches. */
export const outcomesOf = (batches: readonly Pick<BatchCounts, 'outcomes'>[]): Set<string> =>
  new Set(batches.flatMap(({ outcomes }) => [...(outcomes ?? [])]));

/** How the calls of all batches together are paced, if they are. */
export function pacingOf(batches: readonly BatchCounts[]): Pacing | undefined {
  const paced = batches.flatMap(({ state, pacing }) => (state === 'done' || !pacing ? [] : [pacing]));
  const [first] = paced;
  if (!first) return undefined;
  const callsPerMinute = paced.reduce((sum, pacing) => sum + pacing.callsPerMinute, 0);
  const tightest = paced.reduce((least, one) => (isTighter(one, least) ? one : least), first);
  const heldUntil = latestOf(paced.map((pacing) => pacing.heldUntil));
  return { ...tightest, callsPerMinute, ...(heldUntil && { heldUntil }) };
}

const isTighter = (one: Pacing, than: Pacing): boolean =>
  (one.limitPerMinute ?? Number.POSITIVE_INFINITY) < (than.limitPerMinute ?? Number.POSITIVE_INFINITY);

/** Rows that are called at this moment, as far as their batches have said. */
export const inFlight = (batches: readonly BatchCounts[]): number =>
  batches.reduce((sum, batch) => sum + batch.in_flight, 0);
