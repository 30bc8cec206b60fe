import type { RateState } from '../../contracts/rate-limit.ts';
import { paceAt } from './refused.ts';

/**
 * Where a declared limit is far away, slots may be used later than others: as long as a block of them spans, so that many
 * callers together write a few dozen times a second. A window may then see calls whose slots were before it. These are few,
 * because they are reserved at a quarter of the limit's rate; and as long as one of them may be used, and for a window after
 * it, all slots are spaced a little wider to make up for them.
 */
const PART = 1 / 4;
/** That line of slots is never ahead of the time by more than this part of a block's span. */
const AHEAD = 1 / 2;
/** The limit is far where its next free slot is nearer than this. */
const NEAR_MS = 50;
/** No block spans more, … */
export const LONGEST_SPAN_MS = 3_000;
/** … and declared limits are those of a minute. */
const WINDOW_MS = 60_000;
/** Of late slots there are never more than the line has in a span, and ahead of it. */
const WIDER = 1 / (1 - (PART * (1 + AHEAD) * LONGEST_SPAN_MS) / WINDOW_MS);

interface Block {
  readonly now: number;
  readonly count: number;
  readonly spanMs: number;
  /** Milliseconds between two calls, at the full rate. */
  readonly everyMs: number;
}

/** Where the line of late slots ends with those of a block, if they may be late. */
export function lateBlock(state: RateState, { now, count, spanMs, everyMs }: Block): number | undefined {
  const { nextAt, lateAt = 0, heldUntil } = state;
  const isFar = nextAt <= now + NEAR_MS && heldUntil <= now && paceAt(state, now) === 1;
  const end = Math.max(now, lateAt) + (count * everyMs) / PART;
  return isFar && spanMs <= LONGEST_SPAN_MS && end <= now + spanMs * AHEAD ? end : undefined;
}

/** How much wider slots are spaced at a time because late ones may be used. */
export const widerAt = (at: number, lateAt = Number.NEGATIVE_INFINITY): number =>
  at < lateAt + LONGEST_SPAN_MS + WINDOW_MS ? WIDER : 1;
