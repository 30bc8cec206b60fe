import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN } from '../../../contracts/rate-limit.ts';
import { isFarFromLimits } from '../../../core/pacing/far-from-limits.ts';
import { learnLimits } from '../../../core/pacing/learn-limits.ts';
import type { SeenLimit } from '../../../core/pacing/rate-headers.ts';
import { refused } from '../../../core/pacing/refused.ts';

const T0 = 1_700_000_000_000;
const seen = (...limits: SeenLimit[]) => ({ now: T0, sentAt: T0, limits });
const calls = (remaining: number, resetInMs = 30_000): SeenLimit => ({
  name: 'requests',
  unit: 'requests',
  kind: 'window',
  limit: 60_000,
  windowMs: 60_000,
  remaining,
  resetInMs,
});
const tokens: SeenLimit = { ...calls(60_000), name: 'tokens', unit: 'tokens' };

describe('limits are far away', () => {
  it.each([
    ['while less than half of the even pace is used', calls(50_000), true],
    ['but not when more is', calls(40_000), false],
    ['nor early in a window that has hardly been used', calls(59_000, 60_000), false],
    ['nor where few calls are left', { ...calls(900), limit: 1_000 }, false],
    ['nor where nothing is said of what is left', { ...calls(0), remaining: undefined }, false],
    ['of a bucket that fills as fast as it is emptied', { ...calls(59_500), kind: 'bucket' as const }, true],
    ['of a day’s quota long before its end', { ...calls(20_000), windowMs: 86_400_000 }, true],
  ])('%s', (_, told, isFar) => {
    expect(isFarFromLimits(NOTHING_KNOWN, seen(told), 50)).toBe(isFar);
  });

  it('only when all of them are, and no call was turned away lately', () => {
    expect(isFarFromLimits(NOTHING_KNOWN, seen(calls(50_000), tokens), 50)).toBe(false);
    const knowsTokens = learnLimits(NOTHING_KNOWN, seen(tokens));
    expect(isFarFromLimits(knowsTokens, seen(calls(50_000)), 50)).toBe(false);
    const slowed = refused(NOTHING_KNOWN, { now: T0 - 1_000, sentAt: T0 - 1_100, backOffMs: 0 });
    expect(isFarFromLimits(slowed, seen(calls(50_000)), 50)).toBe(false);
  });
});
