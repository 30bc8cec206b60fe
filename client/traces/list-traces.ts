import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Trace } from '../../contracts/trace.ts';
import {
  BY_TIME,
  dayListing,
  dayOf,
  HEAD,
  type TraceKey,
  threadKey,
  threadListing,
} from '../../core/threads/trace-keys.ts';
import { turnKey } from '../../core/threads/turn-key.ts';
import { getItems } from './get-items.ts';
import { tracesOf } from './read-thread.ts';
import { type ThreadHead, threadHeadSchema } from './thread-head.ts';
import type { TraceDeps } from './trace-deps.ts';

const DAY_MS = 86_400_000;

const refSchema = z.object({
  thread: z.string(),
  turn: z.string(),
  trace_id: z.string(),
  thread_id: z.string().optional(),
});
/** Which trace, without its texts. */
export type TraceRef = z.output<typeof refSchema>;

export interface ThreadFilter {
  readonly limit: number;
  /** Where a list goes on. */
  readonly after?: string;
  /** When the last turn began: ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /** A part of the id or of what the thread begins with. */
  readonly search?: string;
}

export interface ListedThreads {
  readonly threads: ThreadHead[];
  /** Where the list goes on, as JSON. */
  readonly next?: string;
}

/** A tenant's threads, the one with the newest turn first. */
export async function listThreads(
  tenant: string,
  { limit, after, from, to, search = '' }: ThreadFilter,
  { documents, tracesTable }: TraceDeps,
): Promise<ListedThreads> {
  const threads: ThreadHead[] = [];
  const bounds = {
    ':from': from === undefined ? '0' : bound(Date.parse(from)),
    ':to': to === undefined ? '~' : bound(Date.parse(to)),
  };
  let key = after === undefined ? undefined : (JSON.parse(after) as Record<string, unknown>);
  // What does not fit the search is left out of a page, which is then filled from the next.
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const query = new QueryCommand({
      TableName: tracesTable,
      IndexName: BY_TIME,
      ScanIndexForward: false,
      Limit: limit - threads.length,
      KeyConditionExpression: 'listing = :listing AND listed_at BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':listing': threadListing(tenant), ...bounds },
      ExclusiveStartKey: key,
    });
    const { Items = [], LastEvaluatedKey } = await documents.send(query);
    const listed = Items.map((item) => threadHeadSchema.parse(item)).filter(({ turns }) => turns > 0);
    const heads = await withOpenings(tenant, listed, { documents, tracesTable });
    threads.push(...heads.filter((head) => holds(head, search)));
    key = LastEvaluatedKey;
    if (!key || threads.length >= limit) break;
  }
  return { threads, ...(key && { next: JSON.stringify(key) }) };
}

/** In its id or in what it begins with, whatever the case. */
const holds = ({ thread_id, opening = '' }: ThreadHead, search: string): boolean =>
  [thread_id, opening].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** The index does not hold what a thread begins with; the heads do. */
async function withOpenings(
  tenant: string,
  threads: readonly ThreadHead[],
  { documents, tracesTable }: Pick<TraceDeps, 'documents' | 'tracesTable'>,
): Promise<ThreadHead[]> {
  const keys = threads.map(({ thread_id }) => ({ thread: threadKey(tenant, thread_id), turn: HEAD }));
  const heads = await getItems(documents, tracesTable, keys, { ConsistentRead: false });
  const openings = new Map(heads.map((head) => [String(head.thread_id), threadHeadSchema.parse(head).opening]));
  return threads.map((thread) => {
    const opening = openings.get(thread.thread_id);
    return { ...thread, ...(opening !== undefined && { opening }) };
  });
}

/** One answer looks at so many pages, and says where to look on. */
const MOST_PAGES = 20;

const bound = (time: number): string => turnKey({ started_at: new Date(time).toISOString(), trace_id: '' });

export interface TimeRange {
  /** ISO 8601. Default: as long as traces are kept */
  readonly from?: string;
  /** Default: now, and a day more for clocks that are ahead */
  readonly to?: string;
}

/** Traces that began in a range, newest first, a page at a time. */
export async function* tracesByTime(tenant: string, range: TimeRange, deps: TraceDeps): AsyncGenerator<TraceRef[]> {
  const to = range.to === undefined ? Date.now() + DAY_MS : Date.parse(range.to);
  const from = range.from === undefined ? Date.now() - deps.traceDays * DAY_MS : Date.parse(range.from);
  // An index is read a day at a time: a day's traces are one partition of it.
  for (let day = startOfDay(to); day >= startOfDay(from); day -= DAY_MS) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const query = new QueryCommand({
        TableName: deps.tracesTable,
        IndexName: BY_TIME,
        ScanIndexForward: false,
        KeyConditionExpression: 'listing = :listing AND listed_at BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':listing': dayListing(tenant, dayOf(new Date(day).toISOString())),
          ':from': bound(from),
          // What begins at the very end of the range belongs to it, whatever its id.
          ':to': `${bound(to).slice(0, -1)}~`,
        },
        ExclusiveStartKey,
      });
      const { Items = [], LastEvaluatedKey } = await deps.documents.send(query);
      if (Items.length > 0) yield Items.map((item) => refSchema.parse(item));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
}

const startOfDay = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS;

/** The traces themselves, in the order they are asked for; what is gone meanwhile is left out. */
export async function readTraces(keys: readonly TraceKey[], deps: TraceDeps): Promise<Trace[]> {
  const idOf = ({ thread, turn }: TraceKey) => JSON.stringify([thread, turn]);
  const asked = keys.map(({ thread, turn }) => ({ thread, turn }));
  const read = await getItems(deps.documents, deps.tracesTable, asked, { ConsistentRead: false });
  const found = new Map(read.map((item) => [idOf(item as unknown as TraceKey), item]));
  const items = keys.flatMap((key) => found.get(idOf(key)) ?? []);
  return tracesOf(items, deps, (trace) => trace);
}
