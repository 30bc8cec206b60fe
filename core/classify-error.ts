import { type ErrorName, RollcallError } from '../contracts/errors.ts';
import { allowingFlag } from './allowing-flag.ts';

/** AWS errors by name, as Lambda, Step Functions and Secrets Manager give them for the target's sake. */
const AWS_ERRORS: Record<string, ErrorName> = {
  TooManyRequestsException: 'TargetThrottled',
  ThrottlingException: 'TargetThrottled',
  Throttling: 'TargetThrottled',
  RequestLimitExceeded: 'TargetThrottled',
  ExecutionLimitExceeded: 'TargetThrottled',
  EC2ThrottledException: 'TargetThrottled',
  ENILimitReachedException: 'TargetThrottled',
  ServiceException: 'TargetUnavailable',
  InternalServerException: 'TargetUnavailable',
  InternalFailure: 'TargetUnavailable',
  InternalServiceError: 'TargetUnavailable',
  ServiceUnavailable: 'TargetUnavailable',
  ServiceUnavailableException: 'TargetUnavailable',
  ResourceConflictException: 'TargetUnavailable',
  ResourceNotReadyException: 'TargetUnavailable',
  EFSIOException: 'TargetUnavailable',
  EFSMountTimeoutException: 'TargetUnavailable',
  EFSMountConnectivityException: 'TargetUnavailable',
  EC2UnexpectedException: 'TargetUnavailable',
  SnapStartNotReadyException: 'TargetUnavailable',
  ResourceNotFoundException: 'TargetNotFound',
  ResourceNotFound: 'TargetNotFound',
  StateMachineDoesNotExist: 'TargetNotFound',
  StateMachineDeleting: 'TargetNotFound',
  AccessDeniedException: 'TargetAccessDenied',
  AccessDenied: 'TargetAccessDenied',
  KMSAccessDeniedException: 'TargetAccessDenied',
  KmsAccessDeniedException: 'TargetAccessDenied',
};

/** Node's network errors by code. ENOTFOUND is an answer: the name does not exist. */
const NETWORK_ERRORS: Record<string, ErrorName> = {
  ECONNRESET: 'TargetUnavailable',
  ECONNREFUSED: 'TargetUnavailable',
  ECONNABORTED: 'TargetUnavailable',
  EPIPE: 'TargetUnavailable',
  EHOSTUNREACH: 'TargetUnavailable',
  ENETUNREACH: 'TargetUnavailable',
  EAI_AGAIN: 'TargetUnavailable',
  ETIMEDOUT: 'TargetUnavailable',
  TimeoutError: 'TargetUnavailable',
  ENOTFOUND: 'TargetNotFound',
};

/** The row error for what an AWS call for the target threw. Nothing is transient that is not known to be. */
export function classifyAwsError(error: unknown, target: string): RollcallError {
  if (error instanceof RollcallError) return error;
  const { name, message, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  const known = AWS_ERRORS[name] ?? NETWORK_ERRORS[code ?? ''] ?? NETWORK_ERRORS[name] ?? byStatus(status);
  const said = `${target}: ${name}: ${message}`;
  return known === 'TargetAccessDenied'
    ? accessDenied(target, said, error)
    : new RollcallError(known ?? 'TargetRejected', said, { cause: error });
}

/** @param target or the secret that may not be read: its ARN is in it */
export function accessDenied(target: string, said: string, cause?: unknown): RollcallError {
  const flag = allowingFlag(target);
  const remedy = flag ? ` If it is to be called, allow it with ${flag} (cdk deploy, or rollcall dev).` : '';
  return new RollcallError('TargetAccessDenied', `${said}${remedy}`, { cause });
}

const byStatus = (status: number): ErrorName | undefined =>
  status === 429
    ? 'TargetThrottled'
    : status >= 500
      ? 'TargetUnavailable'
      : status === 403
        ? 'TargetAccessDenied'
        : undefined;

/** Errors of connections that were never made. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

export const neverConnected = (error: unknown): boolean =>
  NEVER_CONNECTED.includes(String((error as NodeJS.ErrnoException | undefined)?.code));

/** What people can do something about, in their words. */
const IN_WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Is it running, and is the port right?',
  ENOTFOUND: 'there is no host of this name.',
  EHOSTUNREACH: 'the network knows no way there.',
  ENETUNREACH: 'the network knows no way there.',
};

/** The row error for a connection that failed. */
export function classifyNetworkError(error: unknown, target: string): RollcallError {
  if (error instanceof RollcallError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const said = `${target}: ${code ?? 'error'}: ${IN_WORDS[code ?? ''] ?? message}`;
  // TLS and protocol errors have codes too, but calling again does not mend a certificate.
  return new RollcallError(NETWORK_ERRORS[code ?? ''] ?? 'TargetRejected', said, { cause: error });
}

/** The error name for an HTTP status that is no success. */
export function classifyStatus(status: number): ErrorName {
  if (status === 429) return 'TargetThrottled';
  if (status === 408 || status === 425 || status >= 500) return 'TargetUnavailable';
  return status === 404 || status === 410 ? 'TargetNotFound' : 'TargetRejected';
}
