import * as z from 'zod';
import { type BatchCountsStore, sumOf } from '../../client/run-records/batch-counts.ts';
import type { Batch } from '../../contracts/batch.ts';
import { batchCountsKey } from '../../contracts/batch-counts.ts';
import { type CallerAnswer, type CallerEvent, callerRunSchema } from '../../contracts/caller.ts';

const sweepEventSchema = z.object({
  run: callerRunSchema,
  planned: z.int(),
  manifestKey: z.string(),
  executionId: z.string(),
});

export interface SweepDependencies {
  readonly counts: Pick<BatchCountsStore, 'list'>;
  readonly batches: (manifestKey: string) => AsyncIterable<Batch>;
  /** Settles what is left of one batch. */
  readonly sweep: (batch: CallerEvent) => Promise<CallerAnswer>;
  readonly remainingMs: () => number;
}

export type Swept = { readonly outcome: 'done' } | { readonly outcome: 'wait'; readonly seconds: number };

/** Kept back to finish the batch at hand. */
const CLOSING_MS = 60_000;

/**
 * Settles the rows that a failed child has called and left behind. Rows it has not called stay without a result: a resume
 * takes them up. Running it again changes nothing.
 */
export async function sweepRows(event: unknown, deps: SweepDependencies): Promise<Swept> {
  const { run, planned, manifestKey, executionId } = sweepEventSchema.parse(event);
  const counts = await deps.counts.list(run.evaluationId, run.attempt);
  const { succeeded, failed, skipped } = sumOf(counts);
  if (succeeded + failed + skipped >= planned) return { outcome: 'done' };
  const done = new Set(counts.filter(({ state }) => state === 'done').map(({ batch }) => batch));
  let seconds = 0;
  for await (const batch of deps.batches(manifestKey)) {
    if (done.has(batchCountsKey(run.attempt, batch.index))) continue;
    if (deps.remainingMs() < CLOSING_MS) return { outcome: 'wait', seconds };
    const answer = await deps.sweep({ run, batch, executionId, repeats: 0, redrives: 0, crashes: 0 });
    if (answer.outcome === 'wait') seconds = Math.max(seconds, answer.seconds);
  }
  return seconds > 0 ? { outcome: 'wait', seconds } : { outcome: 'done' };
}
