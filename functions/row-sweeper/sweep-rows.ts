import * as z from 'zod';
import type { Batch } from '../../contracts/batch.ts';
import { type CallerEvent, callerRunSchema } from '../../contracts/caller.ts';
import { eachOf } from '../../core/each-of.ts';
import { batchCountsKey } from '../../domain/run-records/batch-counts.ts';
import { type BatchCountsStore, sumOf } from '../../domain/run-records/store/batch-counts.ts';
import type { Earlier, Swept } from './swept.ts';

const sweepEventSchema = z.object({
  run: callerRunSchema,
  planned: z.int(),
  manifestKey: z.string(),
  executionId: z.string(),
  /** The pass was stopped, and another is about to go on with the run. */
  isEarlier: z.boolean().default(false),
});

export interface SweepDependencies {
  readonly counts: Pick<BatchCountsStore, 'list'>;
  readonly batches: (manifestKey: string) => AsyncIterable<Batch>;
  /** Settles what is left of one batch. */
  readonly sweep: (batch: CallerEvent, earlier?: Earlier) => Promise<Swept>;
  readonly remainingMs: () => number;
}

/** Kept back to finish the batches at hand. */
const CLOSING_MS = 60_000;
/** Batches looked at side by side. */
const AT_ONCE = 16;

/**
 * Settles the rows that were called and left behind: by a child that failed, or by an execution that was stopped. Rows
 * that were not called stay without a result: a resume takes them up. Running it again changes nothing.
 */
export async function sweepRows(event: unknown, deps: SweepDependencies): Promise<Swept> {
  const { run, planned, manifestKey, executionId, isEarlier } = sweepEventSchema.parse(event);
  const counts = await deps.counts.list(run.evaluationId, run.attempt);
  const { succeeded, failed, skipped } = sumOf(counts);
  if (succeeded + failed + skipped >= planned) return { outcome: 'done' };
  const counted = new Map(counts.map((one) => [one.batch, one]));
  let seconds = 0;
  let isOutOfTime = false;

  async function sweep(batch: Batch): Promise<void> {
    isOutOfTime ||= deps.remainingMs() < CLOSING_MS;
    if (isOutOfTime) return;
    const seenAt = counted.get(batchCountsKey(run.attempt, batch.index))?.updated_at;
    const caller = { run, batch, executionId, repeats: 0, redrives: 0, crashes: 0 };
    const answer = await deps.sweep(caller, isEarlier ? { seenAt } : undefined);
    if (answer.outcome === 'wait') seconds = Math.max(seconds, answer.seconds);
  }

  let group: Batch[] = [];
  for await (const batch of deps.batches(manifestKey)) {
    if (counted.get(batchCountsKey(run.attempt, batch.index))?.state === 'done') continue;
    if (group.push(batch) < AT_ONCE) continue;
    await eachOf(group, AT_ONCE, sweep);
    group = [];
  }
  await eachOf(group, AT_ONCE, sweep);
  return seconds > 0 || isOutOfTime ? { outcome: 'wait', seconds } : { outcome: 'done' };
}
