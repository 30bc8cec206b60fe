/** A shorter time says nothing: many calls may start at once. */
const SHORTEST_MS = 1_000;

/** How many calls were started a second, lately. */
export class StartRate {
  readonly #spanMs: number;
  #starts: number[] = [];
  /** Those before this one are forgotten. */
  #first = 0;
  /** When the first of all was. */
  #since: number | undefined;

  /** @param spanMs how far back `lately` reaches */
  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  started(now: number): void {
    this.#since ??= now;
    this.#starts.push(now);
    this.#forget(now);
  }

  perSecond(now: number): number {
    this.#forget(now);
    const spanMs = Math.max(SHORTEST_MS, Math.min(this.#spanMs, now - (this.#since ?? now)));
    return (this.#starts.length - this.#first) / (spanMs / 1_000);
  }

  #forget(now: number): void {
    while ((this.#starts[this.#first] ?? now) <= now - this.#spanMs) this.#first += 1;
    // Moving those that are left costs: it is done when most are forgotten.
    if (this.#first < 1_000 || this.#first < this.#starts.length / 2) return;
    this.#starts = this.#starts.slice(this.#first);
    this.#first = 0;
  }
}
