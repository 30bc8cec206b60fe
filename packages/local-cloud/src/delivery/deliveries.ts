import { AwsError } from '../aws-error.ts';

/** Three retries at once, then further apart; AWS goes on for hours, which helps nobody at a desk. */
const DELAYS_MS = [0, 0, 0, 1000, 1000, 2000, 4000, 8000, 16_000];

/** A failure that trying again would not mend. */
export class PermanentFailure extends Error {}

/** Things on their way to somebody else: tried again when they fail, and waited for when the service closes. */
export class Deliveries {
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #givenUp: (what: string, error: unknown) => void;

  constructor(log: (line: string) => void) {
    this.#givenUp = (what, error) => log(`${what} failed and was given up: ${(error as Error).message}`);
  }

  /** `onFailure` takes what could not be delivered, to a dead-letter queue for example. */
  start(what: string, attempt: () => Promise<void>, onFailure?: (error: unknown) => Promise<void>): void {
    const running = this.#deliver(attempt)
      .catch(async (error: unknown) => {
        this.#givenUp(what, error);
        await onFailure?.(error);
      })
      .catch((error: unknown) => this.#givenUp(`The dead letter of ${what}`, error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #deliver(attempt: () => Promise<void>): Promise<void> {
    for (let retry = 0; ; retry++) {
      try {
        await attempt();
        return;
      } catch (error) {
        const delay = DELAYS_MS[retry];
        if (isPermanent(error) || delay === undefined || this.#closing.signal.aborted) throw error;
        await this.#pause(delay);
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
    });
  }
}

function isPermanent(error: unknown): boolean {
  if (error instanceof PermanentFailure) return true;
  return error instanceof AwsError && error.statusCode < 500 && !/Throttl|TooManyRequests/.test(error.code);
}
