import { describe, expect, it } from 'vitest';
import { raisedByFunction } from '../../../client/connect/invoke.ts';
import { RollcallError } from '../../../contracts/errors.ts';
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

  it.each(['ThrottlingException', 'ExecutionLimitExceeded', 'TooManyRequestsException'])(
    'as one of our own functions found with %s, is to be made again too',
    (code) => {
      const error = raisedByFunction({ code, message: 'Rate exceeded' });
      expect(refusalOf(error)).toMatchObject({ status: 503, retryAfter: 2, answer: { error: { code: 'Busy' } } });
      expect(refusalOf(raisedByFunction({ code: 'TypeError', message: 'x' })).status).toBe(500);
    },
  );

  it.each(['MappingTimeout', 'MappingFailed'] as const)('because its expression fails with %s is not valid', (name) => {
    expect(refusalOf(new RollcallError(name, 'filter ran out of steps')).status).toBe(400);
  });

  it('with anything else is a failure of ours, whose text stays here', () => {
    const { status, answer } = refusalOf(awsError('ValidationException'));
    expect([status, answer.error.code]).toEqual([500, 'InternalError']);
    expect(answer.error.message).not.toContain('table');
  });
});
