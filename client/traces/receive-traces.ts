import type { Trace } from '../../contracts/trace.ts';
import { type MonitorQueue, sendToMonitors } from './announce-traces.ts';
import { type PutTrace, putTraces } from './put-traces.ts';
import type { TraceDeps } from './trace-deps.ts';

export interface ReceivedTraces {
  readonly received: number;
  /** Those that were there already, word for word. */
  readonly unchanged: number;
}

/**
 * Takes traces in and tells the monitors. Monitors are told again of what was there: whoever sent it may have been cut off
 * between the two, and a trace that was evaluated is not evaluated twice.
 */
export async function receiveTraces(
  tenant: string,
  traces: readonly Trace[],
  deps: TraceDeps & MonitorQueue,
): Promise<ReceivedTraces> {
  const put = await putTraces(tenant, traces, deps);
  await sendToMonitors(put.map(messageOf), deps);
  return { received: traces.length, unchanged: put.filter(({ isNew }) => !isNew).length };
}

const messageOf = ({ tenant, thread, turn, threadId, seq }: PutTrace) => ({
  message: { kind: 'trace' as const, tenant, thread, turn, threadId, seq },
});
