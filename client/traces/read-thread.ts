import { GetCommand, paginateQuery, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Trace } from '../../contracts/trace.ts';
import { eachOf } from '../../core/each-of.ts';
import { LAST_BEFORE_TURNS, placeKey, type TraceKey, threadKey } from '../../core/threads/trace-keys.ts';
import type { TraceDeps } from './trace-deps.ts';
import { traceOf } from './trace-item.ts';

const OBJECTS_AT_ONCE = 8;
const MOST_PAGE_BYTES = 3 * 1024 * 1024;
/** Of the turns' texts together: a function that holds them has half a gigabyte. */
const MOST_BYTES = 48 * 1024 * 1024;

export interface ReadThread<Turn> {
  /** In the order they began. */
  readonly turns: Turn[];
  /** There are earlier ones. */
  readonly truncated: boolean;
}

/**
 * The newest turns of a thread, whatever their number of pages. Each is cut down to what is needed as its page comes, so
 * that a long thread of large turns is never in memory as a whole.
 */
export async function readThread<Turn>(
  tenant: string,
  threadId: string,
  { maxTurns, keep }: { readonly maxTurns: number; readonly keep: (trace: Trace) => Turn },
  deps: TraceDeps,
): Promise<ReadThread<Turn>> {
  const newestFirst: Turn[] = [];
  let bytes = 0;
  const pages = paginateQuery({ client: deps.documents }, turnsQuery(tenant, threadId, deps));
  for await (const { Items = [] } of pages) {
    const wanted = Items.slice(0, maxTurns - newestFirst.length);
    for (const turn of await tracesOf(wanted, deps, keep)) {
      bytes += JSON.stringify(turn)?.length ?? 0;
      if (bytes > MOST_BYTES && newestFirst.length > 0) return { turns: newestFirst.reverse(), truncated: true };
      newestFirst.push(turn);
    }
    if (wanted.length < Items.length) return { turns: newestFirst.reverse(), truncated: true };
  }
  return { turns: newestFirst.reverse(), truncated: false };
}

export interface ThreadPage {
  readonly traces: Trace[];
  /** The key of the last one, when there are more. */
  readonly next?: string;
}

/** Some turns of a thread in order, from the one after `after` on. */
export async function threadPage(
  tenant: string,
  threadId: string,
  { limit, after }: { readonly limit: number; readonly after?: string },
  deps: TraceDeps,
): Promise<ThreadPage> {
  const query = { ...turnsQuery(tenant, threadId, deps, after), ScanIndexForward: true, Limit: limit };
  const { Items = [], LastEvaluatedKey } = await deps.documents.send(new QueryCommand(query));
  const traces = await tracesOf(Items, deps, (trace) => trace);
  let bytes = 0;
  // An answer takes a few megabytes; at least one turn goes into it.
  const over = traces.findIndex((trace, at) => {
    bytes += Buffer.byteLength(JSON.stringify(trace));
    return at > 0 && bytes > MOST_PAGE_BYTES;
  });
  if (over > 0) return { traces: traces.slice(0, over), next: String(Items[over - 1]?.turn) };
  return { traces, ...(LastEvaluatedKey && { next: String(LastEvaluatedKey.turn) }) };
}

export const hasTrace = async (tenant: string, traceId: string, deps: TraceDeps): Promise<boolean> =>
  (await getItem(placeKey(tenant, traceId), deps)) !== undefined;

/** A trace by its id. */
export async function findTrace(tenant: string, traceId: string, deps: TraceDeps): Promise<Trace | undefined> {
  const place = await getItem(placeKey(tenant, traceId), deps);
  return place && readTrace({ thread: String(place.at_thread), turn: String(place.at_turn) }, deps);
}

export async function readTrace(key: TraceKey, deps: TraceDeps): Promise<Trace | undefined> {
  const item = await getItem(key, deps);
  return item && traceOf(item, deps);
}

async function getItem({ thread, turn }: TraceKey, { documents, tracesTable }: TraceDeps) {
  const get = new GetCommand({ TableName: tracesTable, Key: { thread, turn }, ConsistentRead: true });
  return (await documents.send(get)).Item;
}

function turnsQuery(
  tenant: string,
  threadId: string,
  { tracesTable }: TraceDeps,
  after = LAST_BEFORE_TURNS,
): QueryCommandInput {
  return {
    TableName: tracesTable,
    ConsistentRead: true,
    ScanIndexForward: false,
    KeyConditionExpression: 'thread = :thread AND turn > :after',
    ExpressionAttributeValues: { ':thread': threadKey(tenant, threadId), ':after': after },
  };
}

export async function tracesOf<Turn>(
  items: readonly unknown[],
  deps: TraceDeps,
  keep: (trace: Trace) => Turn,
): Promise<Turn[]> {
  const traces: Turn[] = new Array(items.length);
  await eachOf([...items.entries()], OBJECTS_AT_ONCE, async ([at, item]) => {
    traces[at] = keep(await traceOf(item, deps));
  });
  return traces;
}
