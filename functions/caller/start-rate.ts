/** How many calls were started a second, lately. */
export class StartRate {
  readonly #spanMs: number;
  #starts: number[] = [];

  /** @param spanMs how far back `lately` reaches */
  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  started(now: number): void {
    this.#starts.push(now);
    if (this.#starts.length > 10_000) this.#forget(now);
  }

  perSecond(now: number): number {
    this.#forget(now);
    const first = this.#starts[0];
    return first === undefined ? 0 : this.#starts.length / (Math.max(200, Math.min(this.#spanMs, now - first)) / 1_000);
  }

  #forget(now: number): void {
    const keep = this.#starts.findIndex((start) => start > now - this.#spanMs);
    if (keep !== 0) this.#starts = keep < 0 ? [] : this.#starts.slice(keep);
  }
}
