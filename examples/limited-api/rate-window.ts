/** A limit of so many calls, or tokens, in a window; windows follow each other without a gap. */
export class RateWindow {
  readonly limit: number;
  readonly windowMs: number;
  #end = 0;
  #used = 0;
  /** The most that came within one window, refused calls included. */
  most = 0;

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Counts a call, or its tokens; false when that is too much. */
  take(now: number, units = 1): boolean {
    if (now >= this.#end) {
      // The first window begins with the first call, the others where the one before has ended.
      const windows = this.#end === 0 ? 0 : Math.floor((now - this.#end) / this.windowMs);
      this.#end = (this.#end === 0 ? now : this.#end + windows * this.windowMs) + this.windowMs;
      this.#used = 0;
    }
    this.#used += units;
    this.most = Math.max(this.most, this.#used);
    return this.#used <= this.limit;
  }

  get remaining(): number {
    return Math.max(0, this.limit - this.#used);
  }

  get end(): number {
    return this.#end;
  }
}
