import type { CallerAnswer, CallerEvent } from '../../contracts/caller.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { openBatch } from '../caller/open-batch.ts';

/** All children have ended, so the answer of a row that is claimed and not settled is lost. */
export async function sweepBatch(event: CallerEvent, ports: CallerPorts): Promise<CallerAnswer> {
  const { queue, settleLost, tally, told } = await openBatch({ ...event, repeats: 1 }, ports);
  await queue.readClaimed();
  // Rows of a bulk job are not lost: a resume goes on with it.
  const lost = [...queue.claimed.values()].filter(({ claim }) => claim.name === undefined);
  await Promise.all(lost.map(settleLost));
  await tally.write('done', 0);
  await told();
  return { outcome: 'done' };
}
