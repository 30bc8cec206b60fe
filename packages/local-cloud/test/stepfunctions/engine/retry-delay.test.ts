import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorEquals, retryDelay } from '../../../src/stepfunctions/engine/recover.ts';

describe('the delay before a retry', () => {
  it('grows by BackoffRate, 1 second and 2 when nothing is said', () => {
    expect([0, 1, 2].map((made) => retryDelay({ ErrorEquals: [] }, made))).toEqual([1, 2, 4]);
    expect(retryDelay({ ErrorEquals: [], IntervalSeconds: 3, BackoffRate: 1.5 }, 2)).toBe(6.75);
  });

  it('is never over MaxDelaySeconds, and with full jitter never over what it would be without', () => {
    const retrier = fc.record({
      ErrorEquals: fc.constant([]),
      IntervalSeconds: fc.integer({ min: 1, max: 100 }),
      BackoffRate: fc.double({ min: 1, max: 5, noNaN: true }),
      MaxDelaySeconds: fc.integer({ min: 101, max: 10_000 }),
    });
    fc.assert(
      fc.property(retrier, fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (given, made, random) => {
        const plain = retryDelay(given, made);
        const jittered = retryDelay({ ...given, JitterStrategy: 'FULL' }, made, () => random);
        expect(plain).toBeLessThanOrEqual(given.MaxDelaySeconds);
        expect(jittered).toBeGreaterThanOrEqual(0);
        expect(jittered).toBeLessThanOrEqual(plain);
      }),
    );
  });
});

describe('ErrorEquals', () => {
  it.each([
    ['States.ALL', 'Anything', true],
    ['States.ALL', 'States.Timeout', true],
    ['States.ALL', 'States.QueryEvaluationError', true],
    ['States.ALL', 'States.DataLimitExceeded', false],
    ['States.ALL', 'States.Runtime', false],
    ['States.TaskFailed', 'Lambda.Unknown', true],
    ['States.TaskFailed', 'States.HeartbeatTimeout', true],
    ['States.TaskFailed', 'States.Timeout', false],
    ['States.TaskFailed', 'States.DataLimitExceeded', false],
    ['States.DataLimitExceeded', 'States.DataLimitExceeded', true],
    ['States.Runtime', 'States.Runtime', false],
    ['States.Timeout', 'States.HeartbeatTimeout', true],
    ['Mine', 'Yours', false],
  ])('%s and %s: %s', (name, error, expected) => {
    expect(errorEquals([name], error)).toBe(expected);
  });
});
