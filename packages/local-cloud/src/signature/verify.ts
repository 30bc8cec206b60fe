import { timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Identities, Identity } from '../iam/identities.ts';
import { AuthError } from './auth-error.ts';
import { canonicalRequest, type SignableRequest } from './canonical-request.ts';
import { checkPresigned, timeOf } from './presigned.ts';
import type { Signature } from './read-signature.ts';
import { signatureOf } from './signing-key.ts';
import { signatureOfVersion2 } from './version-2.ts';

interface Signed {
  readonly request: SignableRequest;
  readonly query: URLSearchParams;
  readonly signature: Signature;
  /** The SHA-256 of the body, asked for where the request does not have to say it. */
  readonly bodyHash: () => Promise<string>;
}

const MINUTE_MS = 60_000;

/** Who signed the request. Throws where the signature, its time, its key or its session is not good. */
export async function verify(signed: Signed, identities: Identities, now = Date.now()): Promise<Identity> {
  const { request, query, signature } = signed;
  const isS3 = signature.service === 's3';
  if (isS3 && signature.presigned) checkPresigned(query, now);
  if (signature.signature === undefined) {
    throw new AuthError('incomplete', "Authorization header requires 'Signature' parameter.");
  }
  const identity = identities.identityOf(signature.accessKeyId, signature.token, now);
  if (signature.version === 2) {
    check(signatureOfVersion2(request, identity.secret), signature.signature, 'base64');
    return identity;
  }
  checkSignedHeaders(request, signature, isS3);
  const time = checkTime(signature, query, isS3, now);
  const payload = isS3 ? payloadOfS3(request, query, signature) : await signed.bodyHash();
  const canonical = canonicalRequest(request, signature.service, signature.signedHeaders, payload);
  check(signatureOf({ ...signature, secret: identity.secret }, time, canonical), signature.signature, 'hex');
  return identity;
}

function check(expected: string, given: string, encoding: 'hex' | 'base64'): void {
  const [a, b] = [Buffer.from(expected, encoding), Buffer.from(given, encoding)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new AuthError('mismatch');
}

/** The host, and every header that changes what AWS does, must be signed: a URL would else do more than it was made for. */
function checkSignedHeaders(
  { headers }: SignableRequest,
  { signedHeaders, presigned }: Signature,
  isS3: boolean,
): void {
  if (signedHeaders.length === 0) {
    throw new AuthError('incomplete', "Authorization header requires 'SignedHeaders' parameter.");
  }
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length === 0) return;
  const message = 'There were headers present in the request which were not signed';
  if (isS3) throw new AwsError('AccessDenied', message, 403, { HeadersNotSigned: unsigned.join(', ') });
  throw new AuthError(presigned ? 'mismatch' : 'incomplete', `${message}: ${unsigned.join(', ')}.`);
}

/** The request's time, as it was signed. S3 takes a quarter of an hour between two clocks, other services five minutes. */
function checkTime(
  { presigned, time = '', day }: Signature,
  query: URLSearchParams,
  isS3: boolean,
  now: number,
): string {
  const iso = /^\d{8}T\d{6}Z$/.test(time) ? time : undefined;
  const milliseconds = iso ? timeOf(iso) : Date.parse(time);
  if (milliseconds === undefined || Number.isNaN(milliseconds)) {
    throw new AuthError(
      'incomplete',
      "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header.",
    );
  }
  const signedTime = iso ?? new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
  if (!signedTime.startsWith(day)) {
    throw new AuthError(
      'mismatch',
      `Date in Credential scope does not match the date of the request: '${day}' is not in '${signedTime}'.`,
    );
  }
  const tolerance = (isS3 ? 15 : 5) * MINUTE_MS;
  const end = presigned ? milliseconds + Number(query.get('X-Amz-Expires') ?? 0) * 1000 : milliseconds + tolerance;
  // S3 has its own words for a URL whose time is over, and has said them by now.
  if (now > end && !(isS3 && presigned))
    throw isS3 ? new AuthError('skewed') : new AuthError('skewed', `Signature expired: ${signedTime}.`);
  if (milliseconds > now + tolerance) {
    if (isS3 && presigned) throw new AwsError('AccessDenied', 'Request is not yet valid', 403);
    throw isS3 ? new AuthError('skewed') : new AuthError('skewed', `Signature not yet current: ${signedTime}.`);
  }
  return signedTime;
}

/** What S3 was told the body's hash is; the body itself is checked against it as it is read. */
function payloadOfS3({ headers }: SignableRequest, query: URLSearchParams, { presigned }: Signature): string {
  const [given] = headers['x-amz-content-sha256'] ?? [];
  if (given !== undefined) return given;
  if (presigned) return query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
  throw new AwsError('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256', 400);
}
