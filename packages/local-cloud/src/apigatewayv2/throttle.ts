/** A token bucket: `burst` at once, and `rate` a second in the long run. */
export class Throttle {
  #tokens: number | undefined;
  #at = 0;

  /** Whether one more request may pass now. */
  take(rate: number, burst: number, now = Date.now()): boolean {
    const before = this.#tokens ?? burst;
    const tokens = Math.min(burst, before + ((now - this.#at) / 1000) * rate);
    this.#at = now;
    this.#tokens = tokens >= 1 ? tokens - 1 : tokens;
    return tokens >= 1;
  }
}
