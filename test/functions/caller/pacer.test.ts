import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { Pacer } from '../../../functions/caller/pacer.ts';
import { inSimulatedTime } from '../../support/simulated-time.ts';
import { callerRun } from '../caller-cloud.ts';
import { OneRateKey } from './one-rate-key.ts';
import { simulateCallers } from './simulated-callers.ts';

const pacerOf = (store: OneRateKey, requestsPerMinute?: number): Pacer =>
  new Pacer({
    store,
    // Only an endpoint's answers can tell of limits.
    run: callerRun({ executionMode: 'endpoint', rateLimit: rateLimitSchema.parse({ requestsPerMinute }) }),
    children: () => 1,
    maxConcurrency: () => 1,
    wake: () => {},
    failed: (error) => {
      throw error;
    },
  });

describe('a slot', () => {
  it('that was not used within a second has lapsed: the call gets another', () =>
    inSimulatedTime(async () => {
      const store = new OneRateKey();
      const [late, other] = [pacerOf(store, 120), pacerOf(store, 120)];
      for (const pacer of [late, other]) {
        await pacer.open();
        while (!pacer.isReady(1, 10)) await sleep(5);
      }
      const turn = late.take();
      const before = Date.now();
      await sleep(1_100);
      const [lateAt, otherAt] = [await turn.go(), await other.take().go()];
      // Nobody is as late as that, and what came of it is no two calls at once.
      expect(lateAt - before).toBeGreaterThan(1_100);
      expect(Math.abs(otherAt - lateAt)).toBeGreaterThan(400);
    }));
});

describe('a slot that was reserved before a hold', () => {
  it('is not used during it', () =>
    inSimulatedTime(async () => {
      const store = new OneRateKey();
      const pacer = pacerOf(store, 120);
      await pacer.open();
      while (!pacer.isReady(2, 10)) await sleep(5);
      const turn = pacer.take();
      const heldAt = Date.now();
      pacer.refused({ sentAt: heldAt, retryAfterSeconds: 5, backOffMs: 0 });
      expect((await turn.go()) - heldAt).toBeGreaterThanOrEqual(5_000);
      expect(pacer.isOpen).toBe(false);
    }));
});

describe('a row has waited for a rate limit', () => {
  const waitsOfTwoRows = (requestsPerMinute?: number) =>
    inSimulatedTime(async () => {
      const pacer = pacerOf(new OneRateKey(), requestsPerMinute);
      await pacer.open();
      const waits: number[] = [];
      while (waits.length < 2) {
        while (!pacer.isReady(1, 10)) await sleep(5);
        const turn = pacer.take();
        waits.push(turn.waitedMs);
        const sentAt = await turn.go();
        await sleep(20);
        pacer.answered(sentAt, [], undefined);
      }
      return waits;
    });

  it('where there is one', async () => expect((await waitsOfTwoRows(60))[1]).toBeGreaterThan(900));
  it('and not where none is known', async () => expect(await waitsOfTwoRows()).toEqual([0, 0]));
});

/** A limit that nobody tells of, declared as it is. */
const declared = (perMinute: number) => ({
  limit: perMinute,
  windowMs: 60_000,
  headers: 'none' as const,
  declared: { requestsPerMinute: perMinute },
});

/** Some take less than others, in no order that matters. */
const around =
  (ms: number, part = 0.3) =>
  (call: number) =>
    ms * (1 - part + 2 * part * (((call * 7_919) % 1_000) / 1_000));

describe('slots come in blocks', () => {
  it('where the limit is far: two thousand rows a second take a few writes', async () => {
    const given = { ...declared(1e6), callers: 5, places: 20, rows: 1_000, latencyMs: () => 40 };
    const { callsPerSecond, writesPerSecond } = await simulateCallers(given);
    expect(callsPerSecond).toBeGreaterThan(1_900);
    expect(writesPerSecond).toBeLessThan(36);
  });

  it('also of a thousand rows side by side, in fifty callers', async () => {
    const given = { ...declared(1e6), callers: 50, places: 20, rows: 100, latencyMs: around(1_000) };
    const { callsPerSecond, writesPerSecond } = await simulateCallers(given);
    expect(callsPerSecond).toBeGreaterThan(900);
    expect(writesPerSecond).toBeLessThan(72);
  });

  it('and where it is near', async () => {
    const given = { ...declared(60_000), callers: 5, places: 20, rows: 600, latencyMs: () => 20 };
    const { share, writesPerSecond, refused } = await simulateCallers(given);
    expect(refused).toBe(0);
    expect(share).toBeGreaterThan(0.9);
    expect(writesPerSecond).toBeLessThan(60);
  });

  it('also of a thousand rows side by side', async () => {
    const given = { ...declared(60_000), callers: 50, places: 20, rows: 100, latencyMs: around(500) };
    const { steadyShare, writesPerSecond, refused } = await simulateCallers(given);
    expect(refused).toBe(0);
    expect(steadyShare).toBeGreaterThan(0.9);
    expect(writesPerSecond).toBeLessThan(60);
  });
});

describe('a limit that rows only just reach', () => {
  it.each([
    [1, 20, 100],
    [4, 20, 100],
    [50, 20, 1_000],
  ])('is used to nine tenths by %i callers of %i rows', async (callers, places, perSecond) => {
    // A twentieth more than the limit, if no row ever waited.
    const latencyMs = around((callers * places * 1_000) / (perSecond * 1.05));
    const given = {
      ...declared(perSecond * 60),
      callers,
      places,
      rows: Math.ceil((perSecond * 8) / callers),
      latencyMs,
    };
    const { steadyShare, refused } = await simulateCallers(given);
    expect(refused).toBe(0);
    expect(steadyShare).toBeGreaterThan(0.9);
  });
});

describe('a limit that an API tells of', () => {
  it.each([
    [1, 'x-ratelimit'],
    [20, 'ietf'],
    [50, 'x-ratelimit'],
  ] as const)(
    'is used to nine tenths and never asked too much by two runs with %i rows side by side (%s)',
    async (sideBySide, headers) => {
      const callers = 2 * Math.ceil(sideBySide / 25);
      const places = sideBySide / (callers / 2);
      const api = { limit: 100, windowMs: 5_000, headers, latencyMs: () => 5 };
      const { share, refused, calls } = await simulateCallers({ ...api, callers, places, rows: 500 / callers });
      expect(refused).toBe(0);
      expect(calls).toBe(500);
      expect(share).toBeGreaterThan(0.9);
    },
  );

  it.each([
    ['openai', {}],
    ['none', { tokensPerMinute: 30_000 }],
  ] as const)('or is declared, of tokens too (%s)', async (headers, given) => {
    // 80 to 120 tokens each, which nobody knows before the answer.
    const tokens = { limit: 30_000, of: (call: number) => 80 + ((call * 17) % 41) };
    const api = { limit: 1_000, windowMs: 60_000, headers, declared: given, tokens, latencyMs: () => 5 };
    const { shareOfTokens, refused } = await simulateCallers({ ...api, callers: 1, places: 20, rows: 150 });
    expect(refused).toBe(0);
    expect(shareOfTokens).toBeGreaterThan(0.9);
    expect(shareOfTokens).toBeLessThan(1.15);
  });
});
