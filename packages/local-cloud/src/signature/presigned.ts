import { AwsError } from '../aws-error.ts';

const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** A presigned URL of S3 is good until its time ends: for version 4 `X-Amz-Expires` seconds after it was signed. */
export function checkPresigned(query: URLSearchParams, now: number): void {
  if (query.has('X-Amz-Credential')) checkVersion4(query, now);
  else checkVersion2(query, now);
}

/** Signature version 2 says when the URL ends, in seconds since 1970, and knows no longest time. */
function checkVersion2(query: URLSearchParams, now: number): void {
  const expires = query.get('Expires');
  if (!expires)
    throw new AwsError(
      'AccessDenied',
      'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
      403,
    );
  if (!/^\d+$/.test(expires))
    throw new AwsError('AccessDenied', `Invalid date (should be seconds since epoch): ${expires}`, 403);
  if (now > Number(expires) * 1000) throw expired(now, new Date(Number(expires) * 1000));
}

function checkVersion4(query: URLSearchParams, now: number): void {
  const signedAt = timeOf(query.get('X-Amz-Date') ?? '');
  const expires = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (signedAt === undefined)
    throw wrongParameters("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  if (!Number.isInteger(expires)) throw wrongParameters('X-Amz-Expires should be a number');
  if (expires < 0) throw wrongParameters('X-Amz-Expires must be non-negative');
  if (expires > LONGEST_SECONDS) {
    throw wrongParameters(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  const end = signedAt + expires * 1000;
  if (now > end) throw expired(now, new Date(end), { 'X-Amz-Expires': expires });
}

/** `20260101T120000Z` in milliseconds since 1970. */
export function timeOf(text: string): number | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  return parts.length === 0 ? undefined : Date.UTC(year, month - 1, ...rest);
}

const expired = (now: number, end: Date, members = {}): AwsError =>
  new AwsError('AccessDenied', 'Request has expired', 403, { ...members, Expires: end, ServerTime: new Date(now) });

const wrongParameters = (message: string): AwsError => new AwsError('AuthorizationQueryParametersError', message, 400);
