import * as z from 'zod';
import type { Trace } from '../../contracts/trace.ts';
import { cutText } from '../../core/cut-text.ts';
import { shortValue } from '../../core/short-input.ts';
import { HEAD, threadKey, threadListing } from '../../core/threads/trace-keys.ts';
import { turnKey } from '../../core/threads/turn-key.ts';

/** What is known of a thread without reading its turns. */
export const threadHeadSchema = z.object({
  thread_id: z.string(),
  turns: z.number(),
  /** One more each time the thread changes: a late turn, or one that was corrected, too. */
  seq: z.number(),
  changed_at: z.string(),
  first_started_at: z.string(),
  last_started_at: z.string(),
  /** What its first turn asks, from its beginning. */
  opening: z.string().optional(),
});
export type ThreadHead = z.output<typeof threadHeadSchema>;

/** The head after some turns have come or changed. */
export function nextHead(
  tenant: string,
  threadId: string,
  changed: readonly { readonly trace: Trace }[],
  places: ReadonlyMap<string, { readonly at_thread: string }>,
  head: ThreadHead | undefined,
): ThreadHead {
  const begun = changed
    .map(({ trace }) => ({ trace, at: turnKey({ ...trace, trace_id: '' }).slice(0, -1) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  const known = head ? [head.first_started_at, head.last_started_at] : [];
  const all = [...begun.map(({ at }) => at), ...known].sort();
  const [first] = begun;
  const isFirst = first !== undefined && (head === undefined || first.at <= head.first_started_at);
  const opening = isFirst ? openingOf(first.trace) : head?.opening;
  const come = changed.filter(({ trace }) => places.get(trace.trace_id)?.at_thread !== threadKey(tenant, threadId));
  return {
    thread_id: threadId,
    turns: (head?.turns ?? 0) + come.length,
    seq: (head?.seq ?? 0) + 1,
    changed_at: new Date().toISOString(),
    first_started_at: all[0] ?? '',
    last_started_at: all.at(-1) ?? '',
    ...(opening !== undefined && { opening }),
  };
}

/** As much as a list shows of it. */
const OPENING_CHARACTERS = 200;

function openingOf({ input }: Trace): string | undefined {
  const text = shortValue(input ?? '').trim();
  return text === '' ? undefined : cutText(text, OPENING_CHARACTERS);
}

/** The keys of a head, and its place in the list of threads. */
export const headKey = (tenant: string, { thread_id, last_started_at }: ThreadHead, expiresAt: number) => ({
  thread: threadKey(tenant, thread_id),
  turn: HEAD,
  listing: threadListing(tenant),
  listed_at: `${last_started_at}#${thread_id}`,
  expires_at: expiresAt,
});
