import { LARGEST_ROW_BYTES } from '../../contracts/dataset-row.ts';
import { extractThreadFields } from '../../core/threads/thread-data.ts';
import { type TimeRange, tracesByTime } from './list-traces.ts';
import { passesFilter } from './passes-filter.ts';
import { readThread } from './read-thread.ts';
import type { TraceDeps } from './trace-deps.ts';

export interface ConversationFilter extends TimeRange {
  /** These threads. Default: all that have a turn in the range */
  readonly threads?: readonly string[];
  /** JSONata over { thread_id, turns, messages }: whether the conversation is taken. */
  readonly filter?: string;
}

export interface Conversation {
  readonly thread_id: string;
  readonly messages: readonly Record<string, unknown>[];
}

const FIELDS = ['trace_id', 'timestamp', 'input', 'output'] as const;
const MOST_TURNS = 10_000;
/** What is around the messages in a row. */
const ROOM_BYTES = 4 * 1024;

/** Conversations as rows of a dataset: one a thread, its newest turns as far as a row holds them. */
export async function* conversations(
  tenant: string,
  { threads, filter, ...range }: ConversationFilter,
  deps: TraceDeps,
): AsyncGenerator<Conversation> {
  for await (const threadId of threads ?? threadsWithin(tenant, range, deps)) {
    const keep = (trace: Parameters<typeof extractThreadFields>[0][number]) =>
      extractThreadFields([trace], FIELDS)[0] ?? {};
    const { turns } = await readThread(tenant, threadId, { maxTurns: MOST_TURNS, keep }, deps);
    if (turns.length === 0) continue;
    const conversation = { thread_id: threadId, messages: fitting(turns) };
    const root = { ...conversation, turns: turns.length };
    if (await passesFilter(filter, root)) yield conversation;
  }
}

async function* threadsWithin(tenant: string, range: TimeRange, deps: TraceDeps): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const page of tracesByTime(tenant, range, deps)) {
    for (const { thread_id } of page) {
      if (thread_id === undefined || seen.has(thread_id)) continue;
      seen.add(thread_id);
      yield thread_id;
    }
  }
}

function fitting(turns: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  let bytes = ROOM_BYTES;
  let first = turns.length;
  while (first > 0) {
    bytes += Buffer.byteLength(JSON.stringify(turns[first - 1])) + 1;
    if (bytes > LARGEST_ROW_BYTES) break;
    first -= 1;
  }
  return turns.slice(first);
}
