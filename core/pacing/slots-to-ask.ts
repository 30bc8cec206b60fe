/** A block of slots spans this, and more with many children, so that all of them together write a few dozen times a second. */
const SHORTEST_SPAN_MS = 1_000;
const LONGEST_SPAN_MS = 3_000;
const SPAN_MS_A_CHILD = 50;
/** Slots for so long are kept in hand, so that nobody waits for the table. */
const AHEAD_MS = 400;

export const spanOf = (children: number): number =>
  Math.min(LONGEST_SPAN_MS, Math.max(SHORTEST_SPAN_MS, children * SPAN_MS_A_CHILD));

interface Hand {
  readonly now: number;
  /** The time of the next free slot. */
  readonly nextAt: number;
  /** The times of the slots in hand, in order. */
  readonly slots: readonly number[];
  /** A slot not used within this time has lapsed. */
  readonly lapseMs: number;
  /** Rows that could start at this moment, and those that are still to start. */
  readonly places: number;
  readonly rows: number;
  /** Calls that were started a second, lately. */
  readonly perSecond: number;
  readonly spanMs: number;
}

/**
 * How many slots a caller asks for now. Where the limit is near, as many as rows could start, and one at least: more might
 * lapse unused. Where it is not, slots are due at once, and those for a while are asked for when few are left.
 */
export function slotsToAsk({ now, nextAt, slots, lapseMs, places, rows, perSecond, spanMs }: Hand): number {
  if ((slots.at(-1) ?? 0) > now + AHEAD_MS) return 0;
  const used = (ms: number): number => Math.ceil((perSecond * ms) / 1_000);
  const isNear = nextAt > now;
  const blockMs = Math.min(spanMs, lapseMs);
  const isEnough = !isNear && slots.length >= Math.max(places, used(blockMs / 2));
  const wanted = isNear ? Math.max(1, places) : isEnough ? 0 : Math.max(places, used(blockMs));
  return Math.max(0, Math.min(wanted, rows) - slots.length);
}
