/** A block of slots spans this, and more with many children, so that all of them together write a few dozen times a second. */
const SHORTEST_SPAN_MS = 1_000;
const LONGEST_SPAN_MS = 3_000;
const SPAN_MS_A_CHILD = 50;
/** Slots for so long are kept in hand, so that nobody waits for the table. */
const AHEAD_MS = 400;
/** A limit is near where its next slot is further away than the table's answer. */
const NEAR_MS = 50;
/** Where it is far, so many times the slots are asked for that lately were used: rows end together. */
const SPARE = 2;

export const spanOf = (children: number): number =>
  Math.min(LONGEST_SPAN_MS, Math.max(SHORTEST_SPAN_MS, children * SPAN_MS_A_CHILD));

/** How soon a caller looks again for what others find out: all of them together a few dozen times a second. */
export const lookOf = (children: number): number => Math.max(100, children * 20);

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
 * How many slots a caller asks for now: as many as rows could start at this moment, or as it uses before they lapse, when few
 * are left. Where the limit is near, more would lapse unused, and the next ones are not due at once.
 */
export function slotsToAsk({ now, nextAt, slots, lapseMs, places, rows, perSecond, spanMs }: Hand): number {
  if ((slots.at(-1) ?? 0) > now + AHEAD_MS) return 0;
  const isNear = nextAt > now + NEAR_MS;
  const used = Math.ceil((perSecond * Math.min(spanMs, lapseMs) * (isNear ? 1 : SPARE)) / 1_000);
  const few = isNear ? used / 2 : Math.max(Math.min(places, used), used / 8);
  if (slots.length > 0 && slots.length >= few) return 0;
  return Math.max(0, Math.min(Math.max(1, places, used), rows) - slots.length);
}
