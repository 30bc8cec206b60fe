import { AwsError } from '../aws-error.ts';
import { isCbor } from '../gateway/cbor-protocol.ts';
import type { HttpRequest } from '../gateway/http.ts';

/** Why a caller is not who they say, before any service is asked. */
export type AuthFailure = 'mismatch' | 'unknown-key' | 'bad-token' | 'expired-token' | 'incomplete' | 'skewed';

/** AWS's names, by how a service is spoken to. Those of JSON end in Exception. */
const CODES: Readonly<Record<AuthFailure, readonly [s3: string, status: number, query: string, json: string]>> = {
  mismatch: ['SignatureDoesNotMatch', 403, 'SignatureDoesNotMatch', 'InvalidSignatureException'],
  'unknown-key': ['InvalidAccessKeyId', 403, 'InvalidClientTokenId', 'UnrecognizedClientException'],
  'bad-token': ['InvalidToken', 400, 'InvalidClientTokenId', 'UnrecognizedClientException'],
  'expired-token': ['ExpiredToken', 400, 'ExpiredToken', 'ExpiredTokenException'],
  incomplete: ['AuthorizationHeaderMalformed', 400, 'IncompleteSignature', 'IncompleteSignatureException'],
  skewed: ['RequestTimeTooSkewed', 403, 'SignatureDoesNotMatch', 'InvalidSignatureException'],
};

const MESSAGES: Readonly<Record<AuthFailure, string>> = {
  mismatch:
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  'unknown-key':
    'The security token included in the request is invalid. The local cloud knows AWS_ACCESS_KEY_ID=local with AWS_SECRET_ACCESS_KEY=local, and sessions of roles with their session token.',
  'bad-token': 'The security token included in the request is invalid.',
  'expired-token': 'The security token included in the request is expired',
  incomplete: 'The request signature does not conform to AWS standards.',
  skewed: 'The difference between the request time and the current time is too large.',
};

/** Thrown where the protocol is not known yet; `inProtocol` makes AWS's error of it. */
export class AuthError extends Error {
  readonly failure: AuthFailure;

  constructor(failure: AuthFailure, message: string = MESSAGES[failure]) {
    super(message);
    this.failure = failure;
  }

  inProtocol(service: string, request: Pick<HttpRequest, 'headers'>): AwsError {
    const [s3, s3Status, query, json] = CODES[this.failure];
    if (service === 's3') return new AwsError(s3, this.message, s3Status);
    const { 'x-amz-target': target, 'content-type': type = '' } = request.headers;
    // CloudWatch tells its clients of all protocols what it told them when it spoke Query.
    if (service !== 'monitoring' && (target || isCbor(request))) return new AwsError(json, this.message, 400);
    return new AwsError(isQuery(service, type) ? query : json, this.message, 403);
  }
}

const isQuery = (service: string, contentType: string): boolean =>
  contentType.startsWith('application/x-www-form-urlencoded') ||
  ['sns', 'sts', 'cloudformation', 'monitoring', 'sqs'].includes(service);
