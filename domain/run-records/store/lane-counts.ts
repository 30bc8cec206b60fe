import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type BatchCounts, laneKey, type Mark, markedBatch, markKey, markPrefix } from '../batch-counts.ts';
import { type Counters, NOTHING_COUNTED } from '../run-record.ts';
import { listOfPass, stamp } from './pass-items.ts';

/** Two that write to one lane at the same moment: one of them tries again, within a few milliseconds as a rule. */
const MOST_TRIES = 20;
const LONGEST_PAUSE_MS = 2_000;

/** Batches of a single row: what became of it, and which of them wait while the run is paused. */
export interface LaneCounts {
  /**
   * Counts the row of a batch. Doing so again counts nothing.
   * @param outcome of a row of a run that may be stopped early
   */
  addRow(evaluationId: string, attempt: number, batch: number, row: Counters, outcome?: string): Promise<void>;
  /** Notes when the row of a batch is due, unless a later one of its lane is known. */
  addWait(evaluationId: string, attempt: number, batch: number, dueAt: string): Promise<void>;
  park(evaluationId: string, attempt: number, batch: number): Promise<void>;
  /** Lets a batch that was parked go on, if fewer than `most` of those that were go on or are before it. */
  unpark(evaluationId: string, attempt: number, batch: number, place: Place): Promise<boolean>;
  /** A batch that was parked is done, or will never go on. */
  leave(evaluationId: string, attempt: number, batch: number): Promise<void>;
  /** Numbers of the batches whose row is settled and counted. */
  listCounted(evaluationId: string, attempt: number): Promise<number[]>;
  /** Numbers of the batches that are parked. */
  listParked(evaluationId: string, attempt: number): Promise<number[]>;
}

interface Place {
  readonly most: number;
  /** Its place is free again after so many seconds, should it never leave. */
  readonly seconds: number;
}

export function createLaneCounts(documents: DynamoDBDocumentClient, TableName: string): LaneCounts {
  const mark = (evaluation_id: string, attempt: number, name: Mark, batch: number) => ({
    evaluation_id,
    batch: markKey(attempt, name, batch),
  });

  async function marked(evaluationId: string, attempt: number, name: Mark) {
    const items = await listOfPass(documents, TableName, evaluationId, markPrefix(attempt, name));
    return items.map((item) => ({ batch: markedBatch(String(item.batch)), until: item.until }));
  }

  async function remove(evaluationId: string, attempt: number, name: Mark, batch: number): Promise<void> {
    await documents.send(new DeleteCommand({ TableName, Key: mark(evaluationId, attempt, name, batch) }));
  }

  return {
    async addRow(evaluation_id, attempt, batch, row, outcome) {
      const Put = {
        TableName,
        Item: { ...mark(evaluation_id, attempt, 'counted', batch), ...stamp() },
        ConditionExpression: 'attribute_not_exists(evaluation_id)',
      };
      const outcomes = outcome && { outcomes: new Set([outcome]) };
      const added = adding({ ...row, entries: 1, ...outcomes }, { settled_at: new Date().toISOString() });
      const Update = { TableName, Key: { evaluation_id, batch: laneKey(attempt, batch) }, ...added };
      await unlessKnown(documents, [{ Put }, { Update }]);
    },

    async addWait(evaluation_id, attempt, batch, due_at) {
      const Update = {
        TableName,
        Key: { evaluation_id, batch: laneKey(attempt, batch) },
        ...adding({ ...NOTHING_COUNTED, entries: 0 }, { due_at }),
        ConditionExpression: 'attribute_not_exists(#due_at) OR #due_at < :due_at',
      };
      await unlessKnown(documents, [{ Update }]);
    },

    async park(evaluation_id, attempt, batch) {
      const Item = { ...mark(evaluation_id, attempt, 'parked', batch), ...stamp() };
      await documents.send(new PutCommand({ TableName, Item }));
    },

    async unpark(evaluation_id, attempt, batch, { most, seconds }) {
      const [parked, going] = await Promise.all([
        marked(evaluation_id, attempt, 'parked'),
        marked(evaluation_id, attempt, 'going'),
      ]);
      const others = going.filter((item) => item.batch !== batch && Number(item.until) > Date.now());
      const isBefore = parked.filter((item) => item.batch < batch);
      if (others.length + isBefore.length >= most) return false;
      const until = Date.now() + seconds * 1000;
      const Item = { ...mark(evaluation_id, attempt, 'going', batch), ...stamp(), until };
      await documents.send(new PutCommand({ TableName, Item }));
      await remove(evaluation_id, attempt, 'parked', batch);
      return true;
    },

    async leave(evaluationId, attempt, batch) {
      await remove(evaluationId, attempt, 'parked', batch);
      await remove(evaluationId, attempt, 'going', batch);
    },

    async listCounted(evaluationId, attempt) {
      return (await marked(evaluationId, attempt, 'counted')).map(({ batch }) => batch);
    },

    async listParked(evaluationId, attempt) {
      return (await marked(evaluationId, attempt, 'parked')).map(({ batch }) => batch);
    },
  };
}

/** The update that adds to a lane, whose item has all that the counts of a batch have. */
function adding(counts: Counters & Pick<BatchCounts, 'entries' | 'outcomes'>, times: Partial<BatchCounts>) {
  const added = Object.entries({ ...counts, in_flight: 0 });
  const set = { state: 'running', ...times, ...stamp() };
  const fields = [...added, ...Object.entries(set)];
  return {
    UpdateExpression: `ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')} SET ${Object.keys(set)
      .map((name) => `#${name} = :${name}`)
      .join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  };
}

/** Writes all or nothing; nothing where the first write's condition says that it has been done. */
async function unlessKnown(
  documents: DynamoDBDocumentClient,
  TransactItems: TransactWriteCommandInput['TransactItems'],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      if (codes[0] === 'ConditionalCheckFailed') return;
      if (codes.includes('ValidationError') || tries === MOST_TRIES) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 20 * 2 ** tries));
    }
  }
}
