import { describe, expect, it } from 'vitest';
import { longestSleepMs } from '../../core/wait-or-sleep.ts';

/** What one round of the wait loop leaves in a child's history: two choices, a task and a wait. */
const EVENTS_A_WAIT = 11;
const MOST_EVENTS = 25_000;
const FUNCTION_MS = 900_000;
const CLOSING_MS = 20_000;

/** Waits of a batch whose next row is due `everyMs` after the last, over and over, for so long. */
function waitsIn(totalMs: number, everyMs: number, timeoutMs: number): number {
  let waits = 0;
  let now = 0;
  while (now < totalMs) {
    // One invocation: it sleeps while it may, then the state machine waits.
    const began = now;
    for (;;) {
      const remaining = FUNCTION_MS - (now - began) - timeoutMs - CLOSING_MS;
      if (remaining < 0 || everyMs > longestSleepMs(waits, remaining)) break;
      now += everyMs;
    }
    if (FUNCTION_MS - (now - began) - timeoutMs - CLOSING_MS >= 0) now += everyMs;
    waits += 1;
  }
  return waits;
}

describe('a batch that waits and waits', () => {
  const DAY_MS = 86_400_000;

  it.each([
    [16_000, 60_000, 10],
    [30_000, 60_000, 10],
    [60_000, 300_000, 10],
    [600_000, 60_000, 10],
    [3_600_000, 60_000, 30],
    [16_000, 840_000, 1],
    [60_000, 840_000, 1],
  ])('of %d ms with rows of %d ms fits into its history for %d days', (everyMs, timeoutMs, days) => {
    expect(waitsIn(days * DAY_MS, everyMs, timeoutMs) * EVENTS_A_WAIT).toBeLessThan(MOST_EVENTS);
  });

  it('is left to the state machine at first, which costs less', () => {
    expect(longestSleepMs(0, FUNCTION_MS)).toBe(15_000);
    expect(longestSleepMs(399, FUNCTION_MS)).toBe(15_000);
    expect(longestSleepMs(400, 600_000)).toBe(600_000);
    expect(longestSleepMs(400, 1_000)).toBe(15_000);
  });
});
