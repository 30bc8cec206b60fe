import type { CallerEvent } from '../../contracts/caller.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { openBatch } from '../caller/open-batch.ts';
import type { Earlier, Swept } from './swept.ts';

/** A caller writes its counts every second; one that has not done so for this time works no more. */
const GONE_AFTER_MS = 5_000;
const LOOK_AGAIN_SECONDS = 1;

/**
 * Settles the rows of a batch that are claimed and not settled: their answers are lost. Of an earlier pass a caller may
 * still be at work, because a function outlives the execution that invoked it: from here on it claims nothing, and rows
 * that it has in flight are waited for.
 */
export async function sweepBatch(event: CallerEvent, ports: CallerPorts, earlier?: Earlier): Promise<Swept> {
  const batch = await openBatch({ ...event, repeats: 1 }, ports, undefined, earlier !== undefined);
  const { queue, settleLost, tally, told } = batch;
  await queue.readClaimed();
  // A row of a bulk job is not lost: whoever goes on with the run finds its job.
  const claimed = [...queue.claimed.values()].filter(({ claim }) => claim.name === undefined);
  const signs = [...claimed.map(({ claim }) => claim.at), earlier?.seenAt ?? ''];
  if (earlier && claimed.length > 0 && signs.some(isRecent)) return { outcome: 'wait', seconds: LOOK_AGAIN_SECONDS };
  await Promise.all(claimed.map(settleLost));
  await tally.write('done', 0);
  await told();
  return { outcome: 'done' };
}

const isRecent = (time: string): boolean => Date.now() - Date.parse(time) < GONE_AFTER_MS;
