import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../functions/api/api-error.ts';

const awsError = (name: string) => Object.assign(new Error('of table runs'), { name });

describe('a request that fails in a service behind the API', () => {
  it.each(['ProvisionedThroughputExceededException', 'SlowDown', 'ThrottlingException', 'TooManyRequestsException'])(
    'with %s is to be made again, and soon',
    (name) => {
      expect(refusalOf(awsError(name))).toMatchObject({
        status: 503,
        retryAfter: 2,
        answer: { success: false, error: { code: 'Busy' } },
      });
    },
  );

  it('with anything else is a failure of ours, whose text stays here', () => {
    const { status, answer } = refusalOf(awsError('ValidationException'));
    expect([status, answer.error.code]).toEqual([500, 'InternalError']);
    expect(answer.error.message).not.toContain('table');
  });
});
