import { describe, expect, it } from 'vitest';
import { summarySchema } from '../../contracts/summary.ts';
import { passRateOf } from '../../core/pass-rate.ts';
import { summaryOf } from '../support/summary.ts';

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

  it('may be missing from a summary, or stand there alone, as earlier versions wrote it', () => {
    const earlier = summaryOf({ evaluationId: 'r', status: 'completed' });
    expect(summarySchema.parse(earlier)).toEqual(earlier);
    expect(summarySchema.parse({ ...earlier, passRate: 0.5 })).toEqual({ ...earlier, passRate: 0.5 });
  });
});
