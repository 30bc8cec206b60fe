import { describe, expect, it } from 'vitest';
import { describeUnknown, failedToCall } from '../../core/on-unknown.ts';

describe('rows whose call may have been made', () => {
  it('are told of with what was done with them', () => {
    expect(describeUnknown({ calledAgain: 3 }, 'r')).toEqual([
      '3 rows whose call may have been made were called again.',
    ]);
    expect(describeUnknown({ unknown: 1 }, 'r')).toEqual([
      '1 row whose call may have been made was left failed. If calling again is safe: rollcall retry r --on-unknown call-again',
    ]);
    expect(describeUnknown({ unknown: 2, calledAgain: 1 }, 'r')).toHaveLength(2);
    expect(describeUnknown({}, 'r')).toEqual([]);
  });

  it('are among the failed rows to call only where they are called again', () => {
    expect(failedToCall(5, 2, 'call-again')).toBe(5);
    expect(failedToCall(5, 2, 'fail')).toBe(3);
  });
});
