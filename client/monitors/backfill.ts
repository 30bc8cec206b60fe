import type { StoredMonitor } from '../../contracts/monitor.ts';
import { type Sending, sendToMonitors } from '../traces/announce-traces.ts';
import type { Tracing } from '../traces/connect-traces.ts';
import { type TimeRange, type TraceRef, tracesByTime } from '../traces/list-traces.ts';

export interface Backfill {
  readonly queued: number;
  readonly skipped: number;
}

/** Has a monitor evaluate what came before it was there. What it has evaluated already stays as it is. */
export async function backfill(stored: StoredMonitor, range: TimeRange, tracing: Tracing): Promise<Backfill> {
  const threads = new Set<string>();
  let queued = 0;
  let skipped = 0;
  for await (const page of tracesByTime(stored.tenant, range, tracing)) {
    const sendings = page.flatMap((ref) => {
      const message =
        stored.monitor.level === 'trace' ? traceMessage(stored, ref) : threadMessage(stored, ref, threads);
      if (!message && ref.thread_id === undefined) skipped += 1;
      return message ? [message] : [];
    });
    await sendToMonitors(sendings, tracing);
    queued += sendings.length;
  }
  return { queued, skipped };
}

const traceMessage = ({ tenant, monitor }: StoredMonitor, { thread, turn, thread_id }: TraceRef): Sending => ({
  message: { kind: 'trace', tenant, thread, turn, threadId: thread_id, monitor: monitor.name },
});

/** One for each thread. */
function threadMessage(
  { tenant, monitor }: StoredMonitor,
  { thread_id: threadId }: TraceRef,
  seen: Set<string>,
): Sending | undefined {
  if (threadId === undefined || seen.has(threadId)) return undefined;
  seen.add(threadId);
  return { message: { kind: 'thread', tenant, threadId, seq: 0, monitor: monitor.name, now: true } };
}
