import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-error.ts';

const WINDOW_MS = 60_000;
const MOST_FAILURES = 20;
const STEP_MS = 100;
const LONGEST_MS = 1000;

/** Sources are forgotten when there are more than this many, so that memory stays small whoever asks. */
const MOST_SOURCES = 10_000;

/** Who guesses keys gets slower answers, and after some guesses 429 for a minute. Each environment counts for itself. */
export class AttemptLimit {
  readonly #failures = new Map<string, { count: number; since: number }>();
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #now: () => number;

  constructor(wait: (milliseconds: number) => Promise<unknown> = sleep, now = Date.now) {
    this.#wait = wait;
    this.#now = now;
  }

  #refuse(source: string): void {
    const found = this.#recent(source);
    if (!found || found.count < MOST_FAILURES) return;
    const retryAfter = Math.ceil((found.since + WINDOW_MS - this.#now()) / 1000);
    throw new ApiError('TooManyRequests', `Too many requests with wrong keys. Try again in ${retryAfter} s.`, {
      retryAfter,
    });
  }

  /** A wrong key came from there. */
  async failed(source: string): Promise<void> {
    this.#refuse(source);
    if (this.#failures.size >= MOST_SOURCES) this.#failures.clear();
    const { count, since } = this.#recent(source) ?? { count: 0, since: this.#now() };
    this.#failures.set(source, { count: count + 1, since });
    await this.#wait(Math.min(LONGEST_MS, STEP_MS * (count + 1)));
  }

  #recent(source: string) {
    const found = this.#failures.get(source);
    return found && found.since + WINDOW_MS > this.#now() ? found : undefined;
  }
}
