import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { retryDelay } from '../../core/retry-decision.ts';

const policy = { maxAttempts: 3, intervalSeconds: 1, backoffRate: 2, maxIntervalSeconds: 60 };

describe('whether a row is called again', () => {
  it('only for transient errors', () => {
    expect(retryDelay({ errorClass: 'permanent', calls: 1 }, policy)).toBeUndefined();
    expect(retryDelay({ errorClass: 'validation', calls: 1 }, policy)).toBeUndefined();
    expect(retryDelay({ errorClass: 'transient', calls: 1 }, policy)).toBeDefined();
  });

  it('only until maxAttempts calls were made', () => {
    expect(retryDelay({ errorClass: 'transient', calls: 2 }, policy)).toBeDefined();
    expect(retryDelay({ errorClass: 'transient', calls: 3 }, policy)).toBeUndefined();
  });

  it('not when the target wants more than an hour', () => {
    expect(retryDelay({ errorClass: 'transient', calls: 1, retryAfterSeconds: 7200 }, policy)).toBeUndefined();
  });

  it('waits whole seconds, up to the exponential step and never less than the target asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        fc.double({ min: 1, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 3600, noNaN: true }),
        fc.double({ min: 0, max: 3600, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (calls, intervalSeconds, backoffRate, maxIntervalSeconds, asked, random) => {
          const given = { maxAttempts: 10, intervalSeconds, backoffRate, maxIntervalSeconds };
          const failed = { errorClass: 'transient', calls, retryAfterSeconds: asked };
          const seconds = retryDelay(failed, given, () => random) ?? -1;
          const step = Math.min(maxIntervalSeconds, intervalSeconds * backoffRate ** (calls - 1));
          expect(Number.isInteger(seconds)).toBe(true);
          expect(seconds).toBeGreaterThanOrEqual(asked);
          expect(seconds).toBeLessThanOrEqual(Math.ceil(Math.max(step, asked)));
        },
      ),
    );
  });

  it('spreads rows that failed together over the whole step', () => {
    const delays = [0, 0.3, 0.6, 0.99].map((random) =>
      retryDelay({ errorClass: 'transient', calls: 2 }, { ...policy, intervalSeconds: 10 }, () => random),
    );
    expect(delays).toEqual([0, 6, 12, 20]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    ['120', 120],
    [' 3 ', 3],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', undefined],
    // Nobody waits longer than 32 days, and no other run of the target either.
    ['2764800', 2764800],
    ['2764801', undefined],
    ['9'.repeat(400), undefined],
    ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
    [undefined, undefined],
  ])('%s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});
