/** A block of slots spans this, and more with many children, so that all of them together write a few dozen times a second. */
const SHORTEST_SPAN_MS = 1_000;
const LONGEST_SPAN_MS = 3_000;
const SPAN_MS_A_CHILD = 50;
/** Slots for so long are kept in hand, so that nobody waits for the table. */
const AHEAD_MS = 400;
/** How long the table takes to answer, about. */
const ANSWER_MS = 10;
/** Where the limit is near, a caller asks again after this time a child, and before it uses the last slots this long late. */
const BLOCK_MS_A_CHILD = 16;
const LATEST_PART = 0.75;
/** Where it is far, so many times the slots are asked for that lately were used: rows end together. */
const SPARE = 2;
/** It is near where its next slot is further away than this, or where callers would take all of it with what they spare. */
const NEAR_MS = 50;

export const spanOf = (children: number): number =>
  Math.min(LONGEST_SPAN_MS, Math.max(SHORTEST_SPAN_MS, children * SPAN_MS_A_CHILD));

/** How soon a caller looks again for what others find out: all of them together a few dozen times a second. */
export const lookOf = (children: number): number => Math.max(100, children * 20);

interface Hand {
  readonly now: number;
  /** The time of the next free slot. */
  readonly nextAt: number;
  /** Calls that the limit lets through in a second. */
  readonly limitPerSecond: number;
  /** The slots in hand, in order. */
  readonly slots: readonly { readonly at: number }[];
  /** A slot not used within this time has lapsed. */
  readonly lapseMs: number;
  /** Rows that could start at this moment, and those that are still to start. */
  readonly places: number;
  readonly rows: number;
  /** Calls that were started a second, lately. */
  readonly perSecond: number;
  readonly children: number;
}

/** How many slots a caller asks for now: none while those in hand will do, else enough for a while. */
export function slotsToAsk(hand: Hand): number {
  const { now, nextAt, slots, rows, perSecond, children, limitPerSecond } = hand;
  if ((slots.at(-1)?.at ?? 0) > now + AHEAD_MS) return 0;
  const isNear = nextAt > now + NEAR_MS || perSecond * children * SPARE > limitPerSecond;
  const { least, most } = isNear ? nearLimit(hand) : farFromLimit(hand);
  if (slots.length > 0 && slots.length >= least) return 0;
  return Math.max(0, Math.min(Math.max(1, Math.ceil(most)), rows) - slots.length);
}

/**
 * Rows that could start, and those that can by the time the next free slots are due: a slot waits for no row, and few rows
 * wait for a slot. More would lapse unused.
 */
function nearLimit({ now, nextAt, lapseMs, places, perSecond, children }: Hand) {
  const dueInMs = Math.max(0, nextAt - now) + ANSWER_MS;
  const blockMs = Math.min(lapseMs * LATEST_PART, children * BLOCK_MS_A_CHILD);
  const least = places + (perSecond * dueInMs) / 1_000;
  return { least, most: least + (perSecond * blockMs) / 1_000 };
}

/** Slots are due at once: those that are used before they lapse, with some to spare. */
function farFromLimit({ lapseMs, places, perSecond, children }: Hand) {
  const used = (perSecond * Math.min(spanOf(children), lapseMs) * SPARE) / 1_000;
  return { least: Math.max(Math.min(places, used), used / 8), most: Math.max(places, used) };
}
