import { expect, it } from 'vitest';
import { pollAfter } from '../../../core/bulk-jobs/poll-after.ts';

/** WaitForEndpoint, CallEndpoint, BatchSettled. */
const TRANSITIONS_A_LOOK = 3;

/** The looks at a job, by a simulated clock. */
function looksAt(seconds: number): number[] {
  const waits: number[] = [];
  for (let age = 0; age < seconds; age += waits.at(-1) ?? 0) waits.push(pollAfter(age, waits.length));
  return waits;
}

it('a job of a day takes no more than 400 transitions', () => {
  expect(looksAt(86_400).length * TRANSITIONS_A_LOOK).toBeLessThanOrEqual(400);
});

it('looks come from every 5 s to every 15 min, and no job waits much longer than it took', () => {
  const waits = looksAt(86_400);
  expect(waits[0]).toBe(5);
  expect(waits.at(-1)).toBe(900);
  let age = 0;
  for (const wait of waits) {
    expect(wait).toBeLessThanOrEqual(Math.max(5, age / 4));
    age += wait;
  }
});

it('two weeks of jobs one after the other fit into one history', () => {
  let looks = 0;
  // A job every hour: each begins with short waits again.
  for (let seconds = 0; seconds < 14 * 86_400; looks++) seconds += pollAfter(seconds % 3_600, looks);
  expect(looks * 9).toBeLessThan(25_000);
});

it('a number that is given holds', () => {
  expect(pollAfter(10_000, 3, 7)).toBe(7);
});
