import { describe, expect, it } from 'vitest';
import { passRateOf } from '../../core/pass-rate.ts';

describe('the pass rate', () => {
  it('goes by scores where rows have some', () => {
    expect(passRateOf({ scored: 4, passed: 3, expected: 10, equal: 1 })).toEqual({
      passRate: 0.75,
      passed: 3,
      compared: 4,
      passedBy: 'scores',
    });
  });

  it('otherwise goes by the expected answers', () => {
    expect(passRateOf({ scored: 0, passed: 0, expected: 10, equal: 1 })).toEqual({
      passRate: 0.1,
      passed: 1,
      compared: 10,
      passedBy: 'expected',
    });
  });

  it('says nothing of a run that has neither', () => {
    expect(passRateOf({ scored: 0, passed: 0, expected: 0, equal: 0 })).toEqual({});
  });
});
