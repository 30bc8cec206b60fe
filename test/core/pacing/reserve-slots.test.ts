import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN, type RateState, rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { isFarFromLimits } from '../../../core/pacing/far-from-limits.ts';
import { isNews, learnLimits } from '../../../core/pacing/learn-limits.ts';
import { type SeenLimit, seenLimits } from '../../../core/pacing/rate-headers.ts';
import { paceAt, refused } from '../../../core/pacing/refused.ts';
import { type Ask, HORIZON_MS, reserveSlots } from '../../../core/pacing/reserve-slots.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { mostWithin, SimulatedServer } from './simulated-server.ts';

const SEED = { seed: 19, numRuns: propertyRuns(200) };
const T0 = 1_700_000_000_000;
const declare = (given: object = {}) => rateLimitSchema.parse(given);
const asked = (now: number, count: number, more: Partial<Ask> = {}): Ask => ({
  now,
  count,
  declared: declare(),
  maxConcurrency: 50,
  mayLearn: true,
  probeMs: 30_000,
  ...more,
});
const limitOf = (limit: number, windowMs: number): SeenLimit => ({
  name: 'requests',
  unit: 'requests',
  kind: 'window',
  limit,
  windowMs,
});
const known = (limit: number, windowMs: number, now = T0): RateState =>
  learnLimits(NOTHING_KNOWN, { now, sentAt: now, limits: [limitOf(limit, windowMs)] });

describe('slots', () => {
  it('of any callers, used at once or late, never exceed the limit in any window', () => {
    const callers = fc.array(
      fc.record({
        pauseMs: fc.nat(3_000),
        count: fc.integer({ min: 1, max: 40 }),
        late: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 }),
      }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        callers,
        (limit, seconds, asks) => {
          let state = known(limit, seconds * 1000);
          let now = T0;
          const used: number[] = [];
          for (const { pauseMs, count, late } of asks) {
            now += pauseMs;
            const grant = reserveSlots(state, asked(now, count));
            state = grant.state;
            for (const [index, slot] of grant.slots.entries()) {
              expect(slot).toBeLessThanOrEqual(now + HORIZON_MS);
              used.push(Math.max(slot, now) + (late[index % late.length] ?? 0) * grant.lapseMs);
            }
          }
          expect(mostWithin(used, seconds * 1000)).toBeLessThanOrEqual(limit);
        },
      ),
      SEED,
    );
  });

  it('have lapsed after a second at most, near a limit and far from it', () => {
    for (const requestsPerMinute of [1, 60, 60_000, 1e6]) {
      const declared = declare({ requestsPerMinute });
      const { lapseMs } = reserveSlots(NOTHING_KNOWN, asked(T0, 100, { declared, spanMs: 3_000, mayLearn: false }));
      expect(lapseMs).toBeLessThanOrEqual(1_000);
    }
  });

  it('use nearly all of the limit', () => {
    let state = known(100, 60_000);
    const slots: number[] = [];
    for (let now = T0; now < T0 + 600_000; now += 1_000) {
      const grant = reserveSlots(state, asked(now, 10));
      state = grant.state;
      slots.push(...grant.slots);
    }
    expect(slots.length).toBeGreaterThan(980);
    expect(slots.length).toBeLessThanOrEqual(1_010);
  });

  it('are asked for again when the next one comes into sight', () => {
    const state = { ...known(1, 60_000), nextAt: T0 + 50_000 };
    expect(reserveSlots(state, asked(T0, 1))).toMatchObject({ slots: [], againAt: T0 + 45_000 });
  });

  it('keep to what was declared, with its burst', () => {
    const declared = declare({ requestsPerMinute: 60, burst: 3 });
    const { slots } = reserveSlots(NOTHING_KNOWN, asked(T0, 6, { declared }));
    expect(slots.map((slot) => Math.round((slot - T0) / 100) / 10)).toEqual([0, 0, 0, 1, 2, 3.1]);
  });

  it('are a window apart at most where one answer says that it took 900 million tokens', () => {
    const declared = declare({ tokensPerMinute: 10_000 });
    const first = reserveSlots({ ...NOTHING_KNOWN, tokensPerRow: 500 }, asked(T0, 1, { declared }));
    const next = reserveSlots(first.state, asked(T0, 1, { declared, used: { rows: 1, tokens: 900_000_000 } }));
    expect(next.againAt).toBeLessThan(T0 + 70_000);
    expect(next.state.tokensPerRow).toBeLessThan(1_000);
  });

  it('keep to the tighter of calls and tokens, and to what rows really use', () => {
    const declared = declare({ requestsPerMinute: 600, tokensPerMinute: 60_000 });
    const state = { ...NOTHING_KNOWN, tokensPerRow: 500 };
    const first = reserveSlots(state, asked(T0, 4, { declared }));
    expect(first.slots.map((slot) => Math.round((slot - T0) / 100))).toEqual([0, 5, 10, 15]);
    // A thousand tokens more than reserved are another second.
    const next = reserveSlots(first.state, asked(T0 + 100, 1, { declared, used: { rows: 1, tokens: 1_500 } }));
    expect(Math.round(((next.slots[0] ?? 0) - T0) / 100)).toBe(30);
  });

  it('come one by one until it is known what rows use', () => {
    const declared = declare({ tokensPerMinute: 60_000 });
    const first = reserveSlots(NOTHING_KNOWN, asked(T0, 4, { declared }));
    expect(first).toMatchObject({ slots: [T0], againAt: T0 + 250 });
    const next = reserveSlots(first.state, asked(T0 + 300, 4, { declared, used: { rows: 1, tokens: 100 } }));
    expect(next.slots.map((slot) => Math.round((slot - T0) / 100))).toEqual([3, 4, 5, 6]);
  });

  it('are free where nothing is limited', () => {
    const state = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [] });
    expect(reserveSlots(state, asked(T0, 30))).toMatchObject({ isFree: true, slots: Array(30).fill(T0) });
    expect(reserveSlots(NOTHING_KNOWN, asked(T0, 30, { mayLearn: false })).isFree).toBe(true);
  });

  it('are few again when nothing was seen for a day', () => {
    const free = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [] });
    for (const state of [free, known(1, 60_000)]) {
      expect(reserveSlots(state, asked(T0 + 86_400_001, 30)).slots).toHaveLength(10);
    }
    expect(reserveSlots(known(1, 60_000), asked(T0 + 86_399_999, 30)).slots).toHaveLength(1);
  });

  it('come in blocks that span no more than is asked for: a crash wastes no more', () => {
    const { slots } = reserveSlots(known(6_000, 60_000), asked(T0, 1_000, { spanMs: 1_000 }));
    expect(slots.length).toBeGreaterThan(90);
    expect((slots.at(-1) ?? 0) - (slots[0] ?? 0)).toBeLessThanOrEqual(1_000);
  });

  it('are few before the first answer, for all callers together', () => {
    const first = reserveSlots(NOTHING_KNOWN, asked(T0, 7));
    const second = reserveSlots(first.state, asked(T0, 7));
    expect([first.slots.length, second.slots.length]).toEqual([7, 3]);
    expect(reserveSlots(second.state, asked(T0 + 1, 7))).toMatchObject({ slots: [], againAt: T0 + 251 });
    expect(reserveSlots(NOTHING_KNOWN, asked(T0, 7, { maxConcurrency: 2 })).slots).toHaveLength(2);
    // Whoever was to bring the answer is gone.
    expect(reserveSlots(second.state, asked(T0 + 30_001, 7)).slots).toHaveLength(7);
  });

  it('are few when a window of unknown length has begun: others look again soon, and take the place of calls that were lost', () => {
    const told = { ...limitOf(1e6, 60_000), windowMs: undefined, remaining: 1e6 - 1, resetInMs: 60_000 };
    const before = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [told] });
    const now = T0 + 100_000;
    const first = reserveSlots(before, asked(now, 50));
    expect(first.slots).toHaveLength(10);
    const second = reserveSlots(first.state, asked(now, 50));
    expect(second).toMatchObject({ slots: [], againAt: now + 250 });
    // Nothing is to be written down.
    expect(second.state).toBe(first.state);
    expect(reserveSlots(first.state, asked(now + 30_001, 50)).slots).toHaveLength(10);
    const answered = { now: now + 80, sentAt: now, limits: [{ ...told, resetInMs: 20_000 }] };
    expect(reserveSlots(learnLimits(first.state, answered), asked(now + 80, 50)).slots).toHaveLength(50);
  });

  it('of a day’s quota come freely until its last tenth', () => {
    const seen = { ...limitOf(1_000, 86_400_000), remaining: 500, resetInMs: 3_600_000 };
    const state = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [seen] });
    expect(reserveSlots(state, asked(T0, 50)).slots).toEqual(Array(50).fill(T0));
    const scarce = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [{ ...seen, remaining: 2 }] });
    expect(reserveSlots(scarce, asked(T0, 2))).toMatchObject({ slots: [T0], againAt: T0 + 1_800_000 - HORIZON_MS });
  });

  it('wait for the reset when others have used the limit up', () => {
    const seen = { ...limitOf(100, 60_000), remaining: 0, resetInMs: 20_000 };
    const state = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [seen] });
    expect(reserveSlots(state, asked(T0, 5))).toMatchObject({ slots: [], againAt: T0 + 15_000 });
    const after = reserveSlots(state, asked(T0 + 20_000, 5)).slots.map((slot) => Math.round((slot - T0) / 100));
    expect(after).toEqual([200, 206, 212, 218, 224]);
  });
});

describe('a call that is turned away', () => {
  const refusal = { now: T0, sentAt: T0 - 10, retryAfterMs: 7_000, backOffMs: 1_000 };

  it('holds everybody, and halves the rate, which comes back slowly', () => {
    const state = refused(known(100, 10_000), refusal);
    expect(reserveSlots(state, asked(T0 + 1_000, 3))).toMatchObject({ slots: [], againAt: T0 + 2_000 });
    const [first = 0, second = 0] = reserveSlots(state, asked(T0 + 7_000, 2)).slots;
    expect(second - first).toBeCloseTo(210, -1);
    expect(paceAt(state, T0 + 7_000 + 30_000)).toBeCloseTo(0.75);
    expect(paceAt(state, T0 + 3_600_000)).toBe(1);
  });

  it('counts once, however many were under way', () => {
    const one = refused(known(100, 10_000), refusal);
    const many = refused(refused(one, { ...refusal, now: T0 + 5 }), { ...refusal, now: T0 + 9, retryAfterMs: 8_000 });
    expect(many).toMatchObject({ pace: 0.5, heldUntil: T0 + 8_009 });
  });

  it('by a target that names no time holds everybody as long as the row itself stays back', () => {
    const state = refused(known(100, 10_000), { now: T0, sentAt: T0 - 1, backOffMs: 2_000 });
    expect(state.heldUntil).toBe(T0 + 2_000);
  });

  it('by a target without a known limit holds everybody, and no rate is made up', () => {
    const free = learnLimits(NOTHING_KNOWN, { now: T0, sentAt: T0, limits: [] });
    const state = refused(free, { now: T0, sentAt: T0 - 1, backOffMs: 1_000 });
    expect(reserveSlots(state, asked(T0 + 1, 50))).toMatchObject({ slots: [], againAt: T0 + 1_000, isFree: false });
    expect(reserveSlots(state, asked(T0 + 1_000, 50))).toMatchObject({ isFree: true });
  });

  it('before the first answer makes room for others that find out', () => {
    const { state } = reserveSlots(NOTHING_KNOWN, asked(T0, 10));
    const held = refused(state, { now: T0 + 50, sentAt: T0, backOffMs: 1_000 });
    expect(reserveSlots(held, asked(T0 + 1_050, 50)).slots).toHaveLength(10);
  });
});

/** Callers that ask and call as real ones do, in simulated time: each hears its own answers, and asks again when it was told to. */
function simulate(options: {
  limit: number;
  windowMs: number;
  offset: number;
  callers: number;
  tells: boolean;
  latencyMs: number;
  rows: number;
  /** What is known at the beginning, and when that is. */
  before?: RateState;
  from?: number;
}) {
  const { limit, windowMs, offset, callers, tells, latencyMs, rows, before = NOTHING_KNOWN, from = T0 } = options;
  const server = new SimulatedServer(limit, windowMs, T0 + offset);
  let state = before;
  const answers: { at: number; sentAt: number; headers: Record<string, string>; caller: number }[] = [];
  const planned: { at: number; caller: number }[] = [];
  /** Rows a caller has left, when it asks again, when it started one last, and whether its answers say that limits are far. */
  const standing = Array.from({ length: callers }, () => ({
    left: Math.ceil(rows / callers),
    againAt: 0,
    startedAt: from,
    isFar: false,
  }));
  let isEverFar = false;
  let longestWait = 0;
  let now = from;
  const call = (caller: number, at: number) => {
    const one = standing[caller];
    if (one) one.startedAt = at;
    answers.push({ at: now + latencyMs, sentAt: now, headers: server.call(now, { window: tells }), caller });
  };
  for (; standing.some(({ left }) => left > 0) || planned.length > 0; now += Math.max(5, windowMs / 500)) {
    planned.sort((a, b) => a.at - b.at);
    while ((planned[0]?.at ?? Number.POSITIVE_INFINITY) <= now) call(planned.shift()?.caller ?? 0, now);
    for (const answer of answers.filter(({ at }) => at <= now)) {
      answers.splice(answers.indexOf(answer), 1);
      const seen = { now, sentAt: answer.sentAt, limits: seenLimits(answer.headers, now).limits };
      const one = standing[answer.caller];
      if (one) one.isFar = isFarFromLimits(state, seen, callers * 20);
      isEverFar ||= one?.isFar ?? false;
      if (!isNews(state, seen)) continue;
      state = learnLimits(state, seen);
      if (one) one.againAt = 0;
    }
    for (const [caller, one] of standing.entries()) {
      const places = () => 20 - [...planned, ...answers].filter((busy) => busy.caller === caller).length;
      while (one.isFar && one.left > 0 && places() > 0) {
        one.left -= 1;
        call(caller, now);
      }
      const count = Math.min(one.left, places());
      if (count === 0) one.startedAt = now;
      longestWait = Math.max(longestWait, now - one.startedAt);
      if (one.isFar || count === 0 || now < one.againAt) continue;
      const grant = reserveSlots(state, asked(now, count));
      state = grant.state;
      one.againAt = grant.againAt ?? 0;
      planned.push(...grant.slots.map((at) => ({ at, caller })));
      one.left -= grant.slots.length;
    }
  }
  return { server, state, now, took: now - from, isEverFar, longestWait };
}

describe('callers that learn from headers', () => {
  it('are never turned away, wherever in a window they begin and however long it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.constantFrom(2_000, 5_000, 15_000, 60_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        fc.constantFrom(10, 100, 500),
        (limit, windowMs, part, callers, tells, latencyMs) => {
          const { server } = simulate({
            limit,
            windowMs,
            offset: -Math.floor(part * windowMs),
            callers,
            tells,
            latencyMs,
            rows: limit * 3,
          });
          expect(server.refusals).toBe(0);
        },
      ),
      { seed: 19, numRuns: propertyRuns(60) },
    );
  });

  it('ask for no slots where all limits are far away, and are never turned away when those come near', () => {
    let far = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.constantFrom(10, 100, 500),
        (limit, part, tells, latencyMs) => {
          const offset = -Math.floor(part * 2_000);
          const rows = limit * 2;
          const found = simulate({ limit, windowMs: 2_000, offset, callers: 1, tells, latencyMs, rows });
          expect(found.server.refusals).toBe(0);
          far += found.isEverFar ? 1 : 0;
        },
      ),
      { seed: 19, numRuns: 12 },
    );
    expect(far).toBeGreaterThan(3);
  });

  it('wait for no more than an answer where no limit is near, whenever they come back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(5_000, 60_000, 3_600_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        fc.constantFrom(10, 100, 500),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (windowMs, part, callers, tells, latencyMs, windowsLater) => {
          const common = { limit: 1e6, windowMs, offset: -Math.floor(part * windowMs), callers, tells, latencyMs };
          const first = simulate({ ...common, rows: 200 });
          const from = first.now + Math.floor(windowsLater * windowMs);
          const then = simulate({ ...common, rows: 200, before: first.state, from });
          const bound = latencyMs + 300 + 3 * Math.max(5, windowMs / 500);
          expect(Math.max(first.longestWait, then.longestWait)).toBeLessThan(bound);
        },
      ),
      { seed: 19, numRuns: propertyRuns(100) },
    );
  });

  it.each([true, false])('use at least nine tenths of the limit (window told: %s)', (tells) => {
    const { server, took } = simulate({
      limit: 100,
      windowMs: 5_000,
      offset: 0,
      callers: 2,
      tells,
      latencyMs: 20,
      rows: 500,
    });
    expect(server.refusals).toBe(0);
    expect(500 / took).toBeGreaterThan(0.9 * (100 / 5_000));
  });
});
