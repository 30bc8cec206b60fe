import { describe, expect, it } from 'vitest';
import { earlyOutcome } from '../../core/early-stop.ts';
import { stopReason } from '../../core/stop-reason.ts';

const row = {
  sample_id: 's-7',
  status: 'succeeded' as const,
  calls: 1,
  cost_usd: 0.5,
  error_name: null,
  error_message: null,
};
const totals = { failures: 0, called: 0, outcomes: new Set<string>(), costUsd: 0 };
const policy = { stopOnError: 'continue' as const, errorThreshold: 2, earlyStop: false, budgetLimit: undefined };

describe('why no further row may start', () => {
  it('is nothing while no policy is crossed', () => {
    expect(stopReason(policy, { ...totals, failures: 99, costUsd: 99 }, [row])).toBeUndefined();
    expect(stopReason({ ...policy, stopOnError: 'stop_after_n' }, { ...totals, failures: 1 }, [row])).toBeUndefined();
    expect(stopReason({ ...policy, budgetLimit: 1 }, { ...totals, costUsd: 0.99 }, [row])).toBeUndefined();
  });

  it('is a failure, or the one too many', () => {
    const failed = { ...totals, failures: 2 };
    expect(stopReason({ ...policy, stopOnError: 'stop_after_n' }, failed, [row])).toMatchObject({ kind: 'errors' });
    expect(stopReason({ ...policy, stopOnError: 'stop_immediately' }, failed, [row])).toMatchObject({ kind: 'errors' });
  });

  it('is a budget that is spent to the cent', () => {
    expect(stopReason({ ...policy, budgetLimit: 1 }, { ...totals, costUsd: 1 }, [row])).toEqual({
      kind: 'budget',
      message: 'The budget is spent: 1 USD of executor.budgetLimit 1 USD.',
    });
  });

  describe('with a budget, is a row of which nobody knows what it cost', () => {
    const budget = { ...policy, budgetLimit: 1 };
    const unknown = { ...row, cost_usd: null };
    it.each([
      ['answered', unknown, true],
      ['failed after it was worked on', { ...unknown, status: 'failed' as const, error_name: 'TargetFailed' }, true],
      ['timed out', { ...unknown, status: 'failed' as const, error_name: 'TargetTimeout' }, true],
      ['turned away', { ...unknown, status: 'failed' as const, error_name: 'TargetThrottled' }, false],
      [
        'turned away with a cost that cannot be',
        {
          ...unknown,
          status: 'failed' as const,
          error_name: 'TargetRejected',
          error_message: 'HTTP 400 Set aside: cost_usd = 1e+100 is not between 0 and 1000000.',
        },
        true,
      ],
      ['never called', { ...unknown, status: 'failed' as const, calls: 0, error_name: 'MappingFailed' }, false],
      ['skipped', { ...unknown, status: 'skipped' as const, error_name: 'RunHalted' }, false],
      ['free', { ...row, cost_usd: 0 }, false],
    ])('%s', (_, settled, stops) => {
      expect(stopReason(budget, totals, [settled]) !== undefined).toBe(stops);
      expect(stopReason(policy, totals, [settled])).toBeUndefined();
    });
  });

  describe('with early stop', () => {
    const policyOf = { ...policy, earlyStop: true };
    const rows = (called: number, ...outcomes: string[]) =>
      stopReason(policyOf, { ...totals, failures: called, called, outcomes: new Set(outcomes) }, [row]);
    it('is the same permanent error of the first 20 rows, and nothing less', () => {
      expect(rows(20, 'TargetRejected, HTTP 401')).toMatchObject({ kind: 'early-stop' });
      expect(rows(19, 'TargetRejected, HTTP 401')).toBeUndefined();
      expect(rows(20, 'TargetRejected, HTTP 401', 'TargetRejected, HTTP 422')).toBeUndefined();
      expect(rows(20, 'other')).toBeUndefined();
    });

    const failed = (error_name: string, error_message = '') =>
      earlyOutcome({ status: 'failed', error_name, error_message });
    it.each([
      [400, 401, 403, 422].map((status) => failed('TargetRejected', `HTTP ${status}: no`)),
      [failed('TargetNotFound', 'HTTP 404: no'), failed('MappingFailed'), failed('TargetAccessDenied', 'no')],
    ])('counts rejected requests, missing targets and mappings: %s', (...outcomes) => {
      expect(new Set(outcomes).size).toBe(outcomes.length);
      expect(outcomes).not.toContain('other');
    });

    it('counts no answer, no transient error and no other status', () => {
      const answered = earlyOutcome({ status: 'succeeded', error_name: null, error_message: null });
      const others = [failed('TargetUnavailable', 'HTTP 503: no'), failed('TargetRejected', 'HTTP 409: no'), answered];
      expect(new Set(others)).toEqual(new Set(['other']));
    });
  });
});
