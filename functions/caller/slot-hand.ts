/** Longest time a row is made ready before its slot. */
const LONGEST_LEAD_MS = 500;

/** The slots that an invocation has reserved and not used yet, in the order of their times. */
export class SlotHand {
  #slots: number[] = [];
  /** A slot not used within this time has lapsed. */
  lapseMs = 1_000;
  /** How long rows take lately from their turn to their call. */
  #leadMs = 30;

  get slots(): readonly number[] {
    return this.#slots;
  }

  /** When the next row may be made ready for its slot. */
  get dueAt(): number | undefined {
    const [first] = this.#slots;
    return first === undefined ? undefined : first - this.#leadMs;
  }

  add(slots: readonly number[], lapseMs: number): void {
    this.lapseMs = lapseMs;
    this.#slots.push(...slots);
  }

  take(): number | undefined {
    return this.#slots.shift();
  }

  giveBack(slot: number): void {
    this.#slots.unshift(slot);
  }

  /** How many there were. */
  clear(): number {
    return this.#slots.splice(0).length;
  }

  /** Nobody calls before a time. */
  dropBefore(time: number): void {
    this.#slots = this.#slots.filter((slot) => slot >= time);
  }

  /** One that would lapse before its row is ready is of no use either. */
  dropLapsed(now: number): void {
    const ready = now + Math.min(this.#leadMs, this.lapseMs / 2);
    while ((this.#slots[0] ?? Number.POSITIVE_INFINITY) + this.lapseMs < ready) this.#slots.shift();
  }

  /** Quick to grow, slow to shrink: a row that is ready early waits, one that is late may lose its slot. */
  wasReadyAfter(ms: number): void {
    this.#leadMs = Math.min(LONGEST_LEAD_MS, Math.max(ms * 1.5 + 5, this.#leadMs * 0.9));
  }
}
