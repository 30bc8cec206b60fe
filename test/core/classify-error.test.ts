import { describe, expect, it } from 'vitest';
import { classifyAwsError, classifyNetworkError, classifyStatus } from '../../core/classify-error.ts';

const awsError = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error('said so'), { name, $metadata: { httpStatusCode } });

describe('an AWS error', () => {
  it.each([
    ['TooManyRequestsException', 'TargetThrottled', 'transient'],
    ['ThrottlingException', 'TargetThrottled', 'transient'],
    ['EC2ThrottledException', 'TargetThrottled', 'transient'],
    ['ServiceException', 'TargetUnavailable', 'transient'],
    ['ResourceNotFoundException', 'TargetNotFound', 'permanent'],
    ['StateMachineDoesNotExist', 'TargetNotFound', 'permanent'],
    ['AccessDeniedException', 'TargetAccessDenied', 'permanent'],
    ['InvalidExecutionInput', 'TargetRejected', 'permanent'],
  ])('%s is %s', (name, expected, errorClass) => {
    expect(classifyAwsError(awsError(name), 'arn')).toMatchObject({ name: expected, errorClass });
  });

  it('without a known name goes by its status', () => {
    expect(classifyAwsError(awsError('Odd', 503), 'arn').name).toBe('TargetUnavailable');
    expect(classifyAwsError(awsError('Odd', 429), 'arn').name).toBe('TargetThrottled');
  });

  it('says what was called and what was answered', () => {
    expect(classifyAwsError(awsError('ServiceException'), 'arn:x').message).toBe('arn:x: ServiceException: said so');
  });
});

describe('a network error', () => {
  it.each([
    ['ECONNRESET', 'TargetUnavailable'],
    ['ECONNREFUSED', 'TargetUnavailable'],
    ['ETIMEDOUT', 'TargetUnavailable'],
    ['EAI_AGAIN', 'TargetUnavailable'],
    ['ENOTFOUND', 'TargetNotFound'],
    ['CERT_HAS_EXPIRED', 'TargetRejected'],
  ])('%s is %s', (code, name) => {
    expect(classifyNetworkError(Object.assign(new Error(), { code }), 'host').name).toBe(name);
  });

  it('says in plain words what can be done about it, where something can', () => {
    const said = (code: string) =>
      classifyNetworkError(Object.assign(new Error('as Node says'), { code }), 'host').message;
    expect(said('ECONNREFUSED')).toBe(
      'host: ECONNREFUSED: nothing listens there. Is it running, and is the port right?',
    );
    expect(said('ECONNRESET')).toBe('host: ECONNRESET: as Node says');
  });
});

describe('an HTTP status', () => {
  it.each([
    [408, 'TargetUnavailable'],
    [425, 'TargetUnavailable'],
    [429, 'TargetThrottled'],
    [500, 'TargetUnavailable'],
    [503, 'TargetUnavailable'],
    [404, 'TargetNotFound'],
    [400, 'TargetRejected'],
    [401, 'TargetRejected'],
    [403, 'TargetRejected'],
    [422, 'TargetRejected'],
  ])('%i is %s', (status, name) => {
    expect(classifyStatus(status)).toBe(name);
  });
});
