/** Longest time a row is made ready before its slot. */
const LONGEST_LEAD_MS = 500;

/** When a call may start, and when it may no more. */
export interface Slot {
  readonly at: number;
  readonly until: number;
}

/** The slots that an invocation has reserved and not used yet, in the order of their times. */
export class SlotHand {
  #slots: Slot[] = [];
  /** How long those that came last may be used. */
  lapseMs = 1_000;
  /** How long rows take lately from their turn to their call. */
  #leadMs = 30;

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  /** When the next row may be made ready for its slot. */
  get dueAt(): number | undefined {
    const [first] = this.#slots;
    return first === undefined ? undefined : first.at - this.#leadMs;
  }

  add(times: readonly number[], lapseMs: number): void {
    this.lapseMs = lapseMs;
    this.#slots.push(...times.map((at) => ({ at, until: at + lapseMs })));
  }

  take(): Slot | undefined {
    return this.#slots.shift();
  }

  giveBack(slot: Slot): void {
    this.#slots.unshift(slot);
  }

  /** How many there were. */
  clear(): number {
    return this.#slots.splice(0).length;
  }

  /** Nobody calls before a time. */
  dropBefore(time: number): void {
    this.#slots = this.#slots.filter(({ at }) => at >= time);
  }

  /** One that would lapse before its row is ready is of no use either. */
  dropLapsed(now: number): void {
    const ready = now + Math.min(this.#leadMs, this.lapseMs / 2);
    while ((this.#slots[0]?.until ?? Number.POSITIVE_INFINITY) < ready) this.#slots.shift();
  }

  /** Quick to grow, slow to shrink: a row that is ready early waits, one that is late may lose its slot. */
  wasReadyAfter(ms: number): void {
    this.#leadMs = Math.min(LONGEST_LEAD_MS, Math.max(ms * 1.5 + 5, this.#leadMs * 0.9));
  }
}
