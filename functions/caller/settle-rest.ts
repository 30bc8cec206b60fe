import type { Settlement } from '../../core/result-row.ts';
import type { OpenBatch } from './open-batch.ts';

/** Rows written down at a time. */
const AT_ONCE = 500;

/** Settles all rows that nobody has called or calls at this moment, without calling them. */
export async function settleRest(
  { queue, settle }: OpenBatch,
  status: Settlement['status'],
  error: NonNullable<Settlement['error']>,
): Promise<void> {
  let settling: Promise<void>[] = [];
  for await (const { retry, ...placed } of queue.rest()) {
    const now = new Date().toISOString();
    const { calls = 0, startedAt = now, spentUsd, setAside } = retry ?? {};
    settling.push(settle(placed, { status, calls, error, spentUsd, setAside, startedAt, finishedAt: now }));
    if (settling.length < AT_ONCE) continue;
    await Promise.all(settling);
    settling = [];
  }
  await Promise.all(settling);
}
