import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { NOTHING_KNOWN, type RateState, rateStateSchema } from '../../contracts/rate-limit.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';

/** Longer than anything in an item is believed. */
const KEPT_SECONDS = 2 * 86_400;
const BACK_OFF_MS = 20;

/** What is known of rate keys, shared by all callers of all runs. */
export interface RateStore {
  read(key: string): Promise<RateState>;
  /**
   * Changes what is known of a key, all or nothing: where another caller was first, `change` is applied to what that one
   * has written. Where `change` gives back what it was given, by what the table holds too, nothing is written.
   * @param known what was read a moment ago; it is read first where there is none
   */
  update(key: string, known: RateState | undefined, change: (state: RateState) => RateState): Promise<RateState>;
}

export function createRateStore(documents: DynamoDBDocumentClient, TableName: string): RateStore {
  async function read(rate_key: string): Promise<RateState> {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { rate_key }, ConsistentRead: true }));
    return stateIn(Item);
  }

  /** Undefined when another has written meanwhile. */
  function put(rate_key: string, version: number, next: RateState) {
    const now = Date.now();
    const stamp = { updated_at: new Date(now).toISOString(), expires_at: Math.floor(now / 1000) + KEPT_SECONDS };
    const write = new PutCommand({
      TableName,
      Item: { ...next, rate_key, ...stamp },
      ConditionExpression: version === 0 ? 'attribute_not_exists(rate_key)' : '#version = :version',
      ...(version > 0 && {
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version },
      }),
    });
    return ifConditionHolds(documents.send(write));
  }

  return {
    read,

    async update(key, known, change) {
      for (let before = known; ; before = undefined) {
        const from = before ?? (await read(key));
        const changed = change(from);
        if (changed === from && before) continue;
        if (changed === from) return from;
        const next = { ...changed, version: from.version + 1 };
        if (await put(key, from.version, next)) return next;
        // Many that were refused together would be again.
        await sleep(Math.random() * BACK_OFF_MS);
      }
    },
  };
}

/** What cannot be read is learned again; the version is what the next write is conditional on. */
function stateIn(item: Record<string, unknown> | undefined): RateState {
  const parsed = rateStateSchema.safeParse(item);
  if (parsed.success) return parsed.data;
  const version = Number(item?.version);
  return { ...NOTHING_KNOWN, version: Number.isInteger(version) && version > 0 ? version : 0 };
}
