import { randomUUID } from 'node:crypto';
import { AwsError } from '../../aws-error.ts';
import { StatesError } from '../engine/states-error.ts';

/** How Step Functions names one service's errors. */
export interface ErrorNames {
  /** The part before the dot: `Lambda`, `DynamoDb` … */
  readonly prefix: string;
  /** The service as the message's tail has it: `AWSLambda`, `S3` … */
  readonly service: string;
  /** The name for errors that are not in the service's model, such as a denied access. */
  readonly fallback: string;
  /** When given, the only codes the model has; otherwise all but the common ones. */
  readonly modelled?: readonly string[];
}

/** Errors any service may answer with and that most service models leave out. */
const COMMON_CODES = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'ExpiredTokenException',
  'InternalFailure',
  'InvalidClientTokenId',
  'MissingAuthenticationToken',
  'NotHosted',
  'SerializationException',
  'Throttling',
  'ThrottlingException',
  'UnknownOperationException',
  'UnrecognizedClientException',
  'ValidationError',
  'ValidationException',
]);

function errorName(names: ErrorNames, code: string): string {
  const modelled = names.modelled ? names.modelled.includes(code) : !COMMON_CODES.has(code);
  if (!modelled) return `${names.prefix}.${names.fallback}`;
  return `${names.prefix}.${code.endsWith('Exception') ? code : `${code}Exception`}`;
}

/** An error of a call made by an optimized integration, in the form of AWS's first Java SDK. */
export function optimizedError(names: ErrorNames, error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  const { code, message, statusCode } = asAwsError(error);
  const tail = `Service: ${names.service}; Status Code: ${statusCode}; Error Code: ${code}; Request ID: ${randomUUID()}; Proxy: null`;
  return new StatesError(errorName(names, code), `${message} (${tail})`);
}

/** An error of a call made by an `aws-sdk:` integration, in the form of AWS's second Java SDK. */
export function sdkError(names: ErrorNames, error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  const { code, message, statusCode } = asAwsError(error);
  const request = `Service: ${names.service}, Status Code: ${statusCode}, Request ID: ${randomUUID()}`;
  const tail =
    names.service === 'S3'
      ? `(${request}, Extended Request ID: ${randomUUID()})`
      : `(${request}) (SDK Attempt Count: 1)`;
  return new StatesError(errorName(names, code), `${message} ${tail}`);
}

/** What is not an AWS error is a fault of the local cloud itself; it still must reach the state machine as one. */
function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  return new AwsError('InternalFailure', error instanceof Error ? error.message : String(error), 500);
}
