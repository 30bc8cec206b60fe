/** A server with a limit in windows, as far as headers and refusals go. Times are given, nothing waits. */
export class SimulatedServer {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #offset: number;
  /** Calls by the beginning of their window. */
  readonly #used = new Map<number, number>();
  refusals = 0;

  constructor(limit: number, windowMs: number, offset = 0) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#offset = offset;
  }

  /** The answer's headers; `told` says which of them are given. */
  call(at: number, told: { window: boolean }): Record<string, string> {
    const begin = Math.floor((at - this.#offset) / this.#windowMs) * this.#windowMs + this.#offset;
    const used = (this.#used.get(begin) ?? 0) + 1;
    this.#used.set(begin, used);
    if (used > this.#limit) this.refusals += 1;
    const window = told.window ? `;w=${this.#windowMs / 1000}` : '';
    return {
      'x-ratelimit-limit': `${this.#limit}${window}`,
      'x-ratelimit-remaining': String(Math.max(0, this.#limit - used)),
      'x-ratelimit-reset': ((begin + this.#windowMs - at) / 1000).toFixed(3),
    };
  }
}

/** The most that happened within any span of this length. */
export function mostWithin(times: readonly number[], spanMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [index, time] of sorted.entries()) {
    while (time - (sorted[first] ?? 0) >= spanMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
