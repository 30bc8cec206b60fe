import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Trace } from '../../contracts/trace.ts';
import { eachOf } from '../../core/each-of.ts';
import { HEAD, placeKey, type TraceKey, threadKey, traceKey } from '../../core/threads/trace-keys.ts';
import { getItems } from './get-items.ts';
import { headKey, nextHead, type ThreadHead, threadHeadSchema } from './thread-head.ts';
import type { TraceDeps } from './trace-deps.ts';
import { traceItem } from './trace-item.ts';

/** A trace as it was stored. */
export interface PutTrace extends TraceKey {
  readonly tenant: string;
  readonly traceId: string;
  readonly threadId?: string;
  /** How often the thread has changed, this trace included. */
  readonly seq?: number;
  /** When the thread changed last. */
  readonly changedAt?: string;
  /** False: it was there, word for word. */
  readonly isNew: boolean;
}

/** Of one transaction, which takes 100 writes and 4 MB: each trace is three writes at most. */
const TRACES_AT_ONCE = 20;
const GROUPS_AT_ONCE = 4;
const MOST_TRIES = 12;
const DAY_SECONDS = 86_400;

const placeSchema = z.object({ at_thread: z.string(), at_turn: z.string(), hash: z.string() });
type Place = z.output<typeof placeSchema>;
type Writes = NonNullable<TransactWriteCommandInput['TransactItems']>;

interface Turn {
  readonly trace: Trace;
  readonly body: string;
  readonly hash: string;
}

/** Stores traces. One that is sent again is the same trace: it changes what is there, or nothing. */
export async function putTraces(tenant: string, traces: readonly Trace[], deps: TraceDeps): Promise<PutTrace[]> {
  // Of a trace that is given twice, the last counts.
  const byId = new Map(traces.map((trace) => [trace.trace_id, trace]));
  const groups = new Map<string | undefined, Turn[]>();
  for (const trace of byId.values()) {
    const body = JSON.stringify(trace);
    const turn = { trace, body, hash: hash('sha256', body) };
    groups.set(trace.thread_id, [...(groups.get(trace.thread_id) ?? []), turn]);
  }
  const put: PutTrace[] = [];
  await eachOf([...groups], GROUPS_AT_ONCE, async ([threadId, turns]) => {
    // One after the other: they change the same head.
    for (let first = 0; first < turns.length; first += TRACES_AT_ONCE) {
      put.push(...(await putTurns(tenant, threadId, turns.slice(first, first + TRACES_AT_ONCE), deps)));
    }
  });
  return put;
}

async function putTurns(
  tenant: string,
  threadId: string | undefined,
  turns: readonly Turn[],
  deps: TraceDeps,
): Promise<PutTrace[]> {
  for (let tries = 1; ; tries++) {
    const [places, head] = await Promise.all([
      placesOf(tenant, turns, deps),
      threadId === undefined ? undefined : findHead(tenant, threadId, deps),
    ]);
    const isNew = ({ trace, hash: given }: Turn) => places.get(trace.trace_id)?.hash !== given;
    const changed = turns.filter(isNew);
    const next =
      threadId === undefined || changed.length === 0 ? head : nextHead(tenant, threadId, changed, places, head);
    if (changed.length === 0 || (await write(tenant, changed, places, { head, next }, deps))) {
      return turns.map((turn) => ({
        ...traceKey(tenant, turn.trace),
        tenant,
        traceId: turn.trace.trace_id,
        ...(threadId !== undefined && { threadId, seq: next?.seq, changedAt: next?.changed_at }),
        isNew: isNew(turn),
      }));
    }
    if (tries === MOST_TRIES) throw new Error(`Thread ${threadId} changes too often: traces were not stored.`);
    // Somebody else changed the same thread; the next look sees it.
    await sleep(Math.random() * 20 * 2 ** Math.min(tries, 6));
  }
}

/** True unless somebody was quicker. */
async function write(
  tenant: string,
  turns: readonly Turn[],
  places: ReadonlyMap<string, Place>,
  { head, next }: { readonly head?: ThreadHead; readonly next?: ThreadHead },
  deps: TraceDeps,
): Promise<boolean> {
  const TableName = deps.tracesTable;
  const expiresAt = Math.floor(Date.now() / 1000) + deps.traceDays * DAY_SECONDS;
  const writes: Writes = [];
  const left = new Map<string, number>();
  for (const { trace, body, hash: given } of turns) {
    const key = traceKey(tenant, trace);
    const was = places.get(trace.trace_id);
    const place = { ...placeKey(tenant, trace.trace_id), at_thread: key.thread, at_turn: key.turn, hash: given };
    writes.push(
      { Put: { TableName, Item: { ...place, expires_at: expiresAt }, ...ifStill(was) } },
      { Put: { TableName, Item: await traceItem({ tenant, trace, body, hash: given }, key, expiresAt, deps) } },
    );
    if (!was || (was.at_thread === key.thread && was.at_turn === key.turn)) continue;
    writes.push({ Delete: { TableName, Key: { thread: was.at_thread, turn: was.at_turn } } });
    const isOther = was.at_thread !== key.thread && was.at_thread.startsWith(threadKey(tenant, ''));
    if (isOther) left.set(was.at_thread, (left.get(was.at_thread) ?? 0) + 1);
  }
  if (next)
    writes.push({ Put: { TableName, Item: { ...next, ...headKey(tenant, next, expiresAt) }, ...ifHeadStill(head) } });
  for (const [thread, count] of left) writes.push({ Update: oneLess(TableName, thread, count) });
  try {
    await deps.documents.send(new TransactWriteCommand({ TransactItems: writes }));
    return true;
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
    const isRace = reasons.some(({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict');
    if (isRace || (error as Error).name === 'TransactionInProgressException') return false;
    throw error;
  }
}

const ifStill = (was: Place | undefined) =>
  was
    ? {
        ConditionExpression: '#hash = :was',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':was': was.hash },
      }
    : { ConditionExpression: 'attribute_not_exists(thread)' };

const ifHeadStill = (head: ThreadHead | undefined) =>
  head
    ? { ConditionExpression: 'seq = :seq', ExpressionAttributeValues: { ':seq': head.seq } }
    : { ConditionExpression: 'attribute_not_exists(thread)' };

/** A turn that has moved to another thread. */
const oneLess = (TableName: string, thread: string, count: number) => ({
  TableName,
  Key: { thread, turn: HEAD },
  UpdateExpression: 'ADD turns :fewer, seq :one',
  ExpressionAttributeValues: { ':fewer': -count, ':one': 1 },
});

async function placesOf(
  tenant: string,
  turns: readonly Turn[],
  { documents, tracesTable }: TraceDeps,
): Promise<Map<string, Place>> {
  const idOf = new Map(turns.map(({ trace }) => [placeKey(tenant, trace.trace_id).thread, trace.trace_id]));
  const keys = turns.map(({ trace }) => ({ ...placeKey(tenant, trace.trace_id) }));
  const items = await getItems(documents, tracesTable, keys, { ConsistentRead: true });
  return new Map(items.map((item) => [idOf.get(String(item.thread)) ?? '', placeSchema.parse(item)]));
}

export async function findHead(
  tenant: string,
  threadId: string,
  { documents, tracesTable }: TraceDeps,
): Promise<ThreadHead | undefined> {
  const Key = { thread: threadKey(tenant, threadId), turn: HEAD };
  const { Item } = await documents.send(new GetCommand({ TableName: tracesTable, Key, ConsistentRead: true }));
  return Item && threadHeadSchema.parse(Item);
}
