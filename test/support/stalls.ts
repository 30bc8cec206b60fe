const EVERY_MS = 5;
/** A timer is often a little late; only what is more counts. */
const LATE_MS = 15;

/** Watches how long this process could do nothing, because others had the processors or its own work took them. */
export class Stalls {
  readonly #found: { readonly at: number; readonly ms: number }[] = [];
  readonly #timer: NodeJS.Timeout;
  #last = Date.now();

  constructor() {
    this.#timer = setInterval(() => {
      const now = Date.now();
      const ms = now - this.#last - EVERY_MS;
      if (ms > LATE_MS) this.#found.push({ at: now, ms });
      this.#last = now;
    }, EVERY_MS);
  }

  /** Milliseconds of stalls from one time to another. */
  between(from: number, to: number): number {
    return this.#found.filter(({ at }) => at > from && at <= to).reduce((sum, { ms }) => sum + ms, 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
