import { setTimeout as sleep } from 'node:timers/promises';
import type { RateStore } from '../../../client/rate-limits/rate-store.ts';
import { NOTHING_KNOWN, type RateState } from '../../../contracts/rate-limit.ts';

/** How long the table takes to answer, one time after the other. */
const ANSWERS_MS = [4, 2, 5, 3, 6];
/** A write that is refused is tried again after this time, one after the other. */
const BACK_OFF_MS = [3, 17, 9, 1, 12, 6, 19];

/** What callers know of one key, in memory, and how often they wrote it. */
export class OneRateKey implements RateStore {
  writes = 0;
  #refused = 0;
  #answered = 0;
  #state: RateState = NOTHING_KNOWN;

  async read(): Promise<RateState> {
    await this.#answer();
    return this.#state;
  }

  async update(
    _key: string,
    known: RateState | undefined,
    change: (state: RateState) => RateState,
  ): Promise<RateState> {
    for (let before = known; ; before = undefined) {
      const from = before ?? (await this.read());
      const changed = change(from);
      if (changed === from && before) continue;
      if (changed === from) return from;
      await this.#answer();
      if (from.version === this.#state.version) {
        this.writes += 1;
        this.#state = { ...changed, version: from.version + 1 };
        return this.#state;
      }
      await sleep(BACK_OFF_MS[this.#refused++ % BACK_OFF_MS.length]);
    }
  }

  async #answer(): Promise<void> {
    await sleep(ANSWERS_MS[this.#answered++ % ANSWERS_MS.length]);
  }
}
