import { describe, expect, it } from 'vitest';
import { lookAgainSeconds } from '../../core/look-again.ts';

const DAY = 86_400;
/** What Step Functions allows an execution's history, and what one look adds to it. */
const MOST_EVENTS = 25_000;
const EVENTS_PER_LOOK = 11;

/** How often a pause of so many seconds is looked at, and how long before the last look was. */
function looksWithin(pausedSeconds: number): { looks: number; wait: number } {
  let waited = 0;
  let wait = 0;
  let looks = 0;
  for (; waited < pausedSeconds; looks++) {
    wait = lookAgainSeconds(waited, looks);
    waited += wait;
  }
  return { looks, wait };
}

describe('looking again at a paused run', () => {
  it('is frequent at first, so that a short pause is left at once', () => {
    expect(lookAgainSeconds(0, 0)).toBe(1);
    expect(looksWithin(20).wait).toBe(1);
    expect(looksWithin(600).wait).toBeLessThanOrEqual(31);
  });

  it('is never rarer than a quarter of an hour within the first days', () => {
    expect(looksWithin(4 * DAY).wait).toBeLessThanOrEqual(900);
  });

  it('leaves room in a batch’s history, however long the pause', () => {
    const { looks } = looksWithin(365 * DAY);
    expect(looks * EVENTS_PER_LOOK).toBeLessThan(MOST_EVENTS / 3);
  });

  it('leaves room for many pauses', () => {
    expect(10 * looksWithin(3_600).looks * EVENTS_PER_LOOK).toBeLessThan(MOST_EVENTS - 5_000);
  });
});
