import { setTimeout as sleep } from 'node:timers/promises';
import type { RateStore } from '../../../client/rate-limits/rate-store.ts';
import { NOTHING_KNOWN, type RateState } from '../../../contracts/rate-limit.ts';

/** How long the table takes to answer. */
const ANSWER_MS = 4;

/** What callers know of one key, in memory, and how often they wrote it. */
export class OneRateKey implements RateStore {
  writes = 0;
  #state: RateState = NOTHING_KNOWN;

  async read(): Promise<RateState> {
    await sleep(ANSWER_MS);
    return this.#state;
  }

  async update(_key: string, known: RateState, change: (state: RateState) => RateState): Promise<RateState> {
    for (let from = known, isRead = false; ; from = await this.read(), isRead = true) {
      const changed = change(from);
      if (changed === from && isRead) return from;
      if (changed === from) continue;
      await sleep(ANSWER_MS);
      if (from.version !== this.#state.version) continue;
      this.writes += 1;
      this.#state = { ...changed, version: from.version + 1 };
      return this.#state;
    }
  }
}
