const SPAN_MS = 2_000;

/** How many calls were started a second, lately. */
export class StartRate {
  #starts: number[] = [];

  started(now: number): void {
    this.#starts.push(now);
    if (this.#starts.length > 10_000) this.#forget(now);
  }

  perSecond(now: number): number {
    this.#forget(now);
    const first = this.#starts[0];
    return first === undefined ? 0 : this.#starts.length / (Math.max(200, Math.min(SPAN_MS, now - first)) / 1_000);
  }

  #forget(now: number): void {
    const keep = this.#starts.findIndex((start) => start > now - SPAN_MS);
    this.#starts = keep < 0 ? [] : this.#starts.slice(keep);
  }
}
