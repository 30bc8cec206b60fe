import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RateStore } from '../../../client/rate-limits/rate-store.ts';
import { NOTHING_KNOWN, type RateState, rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { Pacer } from '../../../functions/caller/pacer.ts';
import { callerRun } from '../caller-cloud.ts';

/** What callers know of one key, and how often they wrote it. */
class OneKey implements RateStore {
  writes = 0;
  #state: RateState = NOTHING_KNOWN;

  async read(): Promise<RateState> {
    await sleep(4);
    return this.#state;
  }

  async update(_key: string, _known: RateState, change: (state: RateState) => RateState): Promise<RateState> {
    await sleep(4);
    const changed = change(this.#state);
    if (changed === this.#state) return changed;
    this.writes += 1;
    this.#state = { ...changed, version: this.#state.version + 1 };
    return this.#state;
  }
}

/** Callers that make as many calls as they may, each so many at once, for a while. */
async function callFor(ms: number, { callers = 5, places = 20, latencyMs = 40, perMinute = 1e6 } = {}) {
  const store = new OneKey();
  const starts: number[] = [];
  const until = Date.now() + ms;
  const rateLimit = rateLimitSchema.parse({ requestsPerMinute: perMinute });

  async function caller(): Promise<void> {
    let wake = () => {};
    let inFlight = 0;
    const pacer = new Pacer({
      store,
      run: callerRun({ rateLimit }),
      children: () => callers,
      maxConcurrency: () => callers * places,
      wake: () => wake(),
      failed: (error) => {
        throw error;
      },
    });
    await pacer.open();
    const call = async () => {
      const turn = pacer.take();
      starts.push(await turn.go());
      await sleep(latencyMs);
      inFlight -= 1;
      wake();
    };
    while (Date.now() < until) {
      if (inFlight < places && pacer.isReady(places - inFlight, 1e6)) {
        inFlight += 1;
        void call();
        continue;
      }
      const dueIn = inFlight < places ? pacer.dueAt - Date.now() : 100;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, Math.max(1, Math.min(100, dueIn)));
      });
    }
    await pacer.close();
  }

  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: starts.length / (ms / 1_000), writesPerSecond: store.writes / (ms / 1_000) };
}

const pacerOf = (store: RateStore, requestsPerMinute: number): Pacer =>
  new Pacer({
    store,
    run: callerRun({ rateLimit: rateLimitSchema.parse({ requestsPerMinute }) }),
    children: () => 1,
    maxConcurrency: () => 1,
    wake: () => {},
    failed: (error) => {
      throw error;
    },
  });

describe('a slot', () => {
  it('that was not used within a second has lapsed: the call gets another', async () => {
    const store = new OneKey();
    const [late, other] = [pacerOf(store, 120), pacerOf(store, 120)];
    for (const pacer of [late, other]) {
      await pacer.open();
      while (!pacer.isReady(1, 10)) await sleep(5);
    }
    const turn = late.take();
    const before = Date.now();
    await sleep(1_100);
    const [lateAt, otherAt] = [await turn.go(), await other.take().go()];
    expect(otherAt).not.toBe(lateAt);
    // Nobody is as late as that, and what came of it is no two calls at once.
    expect(lateAt - before).toBeGreaterThan(1_100);
    expect(store.writes).toBeGreaterThan(2);
  });
});

describe('slots come in blocks', () => {
  it.concurrent('where the limit is far: a thousand rows a second take a few writes', async () => {
    const { perSecond, writesPerSecond } = await callFor(2_000);
    expect(perSecond).toBeGreaterThan(500);
    expect(writesPerSecond).toBeLessThan(36);
  });

  it.concurrent('and where it is near', async () => {
    const { perSecond, writesPerSecond } = await callFor(2_000, { perMinute: 60_000, latencyMs: 20 });
    expect(perSecond).toBeGreaterThan(500);
    expect(perSecond).toBeLessThan(1_010);
    expect(writesPerSecond).toBeLessThan(60);
  });

  it.concurrent('and where it is near a thousand rows side by side, in fifty callers', async () => {
    const many = { callers: 50, perMinute: 60_000, latencyMs: 500 };
    const { perSecond, writesPerSecond } = await callFor(3_000, many);
    expect(perSecond).toBeGreaterThan(700);
    expect(perSecond).toBeLessThan(1_010);
    expect(writesPerSecond).toBeLessThan(72);
  });
});
