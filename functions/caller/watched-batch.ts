import type { CallerEvent } from '../../contracts/caller.ts';
import type { CallerPorts } from './caller-ports.ts';
import { type OpenBatch, openBatch } from './open-batch.ts';
import { PolicyCheck } from './policy-check.ts';
import { RunWatch } from './run-watch.ts';

export interface WatchedBatch {
  readonly batch: OpenBatch;
  readonly watch: RunWatch;
  readonly policy: PolicyCheck;
}

/** Opens a batch with an eye on its run: whatever settles is held against the run's budget and stop policy. */
export async function openWatchedBatch(event: CallerEvent, ports: CallerPorts): Promise<WatchedBatch> {
  const watch = new RunWatch(event, ports);
  const policy = new PolicyCheck(event.run, watch);
  // First, because what was spent before this pass is part of every total.
  await watch.look();
  const batch = await openBatch(event, ports, (rows, tally) => policy.settled(rows, tally));
  if (batch.progress.isClosed) watch.takenOver();
  return { batch, watch, policy };
}
