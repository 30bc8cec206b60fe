import { AwsError } from '../../aws-error.ts';

const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** A presigned URL is good from the time it was signed until `X-Amz-Expires` seconds later. */
export function checkPresigned(query: URLSearchParams, now = Date.now()): void {
  const signature = query.get('X-Amz-Signature');
  if (signature === null) return;
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const expires = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (parts.length === 0)
    throw wrongParameters("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  if (!Number.isInteger(expires)) throw wrongParameters('X-Amz-Expires should be a number');
  if (expires < 0) throw wrongParameters('X-Amz-Expires must be non-negative');
  if (expires > LONGEST_SECONDS) {
    throw wrongParameters(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  const end = Date.UTC(year, month - 1, ...rest) + expires * 1000;
  if (now > end) {
    throw new AwsError('AccessDenied', 'Request has expired', 403, {
      'X-Amz-Expires': expires,
      Expires: new Date(end),
      ServerTime: new Date(now),
    });
  }
}

const wrongParameters = (message: string): AwsError => new AwsError('AuthorizationQueryParametersError', message, 400);
