import { describe, expect, it } from 'vitest';
import { passedOfText, passRateOf } from '../../core/pass-rate.ts';

describe('the pass rate', () => {
  it('goes by scores where rows have some', () => {
    expect(passRateOf({ passedBy: 'scores', compared: 4, passed: 3, wrong: 1 })).toEqual({
      passRate: 0.75,
      passed: 3,
      compared: 4,
      passedBy: 'scores',
      wrong: 1,
    });
  });

  it('otherwise goes by the expected answers', () => {
    expect(passRateOf({ passedBy: 'expected', compared: 10, passed: 1, wrong: 7 })).toEqual({
      passRate: 0.1,
      passed: 1,
      compared: 10,
      passedBy: 'expected',
      wrong: 7,
    });
  });

  it('says nothing of a run that has neither', () => {
    expect(passRateOf({ passedBy: 'expected', compared: 0, passed: 0, wrong: 0 })).toEqual({});
  });

  it('says which rows it is of: those that were called, or graded', () => {
    const run = { passed: 350, compared: 412, total: 1000, skipped: 588 };
    expect(passedOfText(run)).toBe('350 of 412 called');
    expect(passedOfText({ ...run, compared: 400 })).toBe('350 of 400 graded');
    expect(passedOfText({ ...run, total: 412, skipped: 0 })).toBe('350 of 412');
  });
});
