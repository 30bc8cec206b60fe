import type { Credentials } from '../iam/identities.ts';
import { canonicalRequest } from './canonical-request.ts';
import { sha256, signatureOf } from './signing-key.ts';

interface Signer {
  readonly credentials: Pick<Credentials, 'accessKeyId' | 'secretAccessKey'> & Partial<Credentials>;
  readonly region: string;
  readonly service: string;
}

/** A URL that makes one request good for `seconds`, whoever sends it. S3 asks for no hash of the body. */
export function presign(
  url: string,
  method: string,
  seconds: number,
  { credentials, region, service }: Signer,
  payload: string = service === 's3' ? 'UNSIGNED-PAYLOAD' : sha256(''),
): string {
  const { host, pathname, search } = new URL(url);
  const time = amzDate();
  const day = time.slice(0, 8);
  const query = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(search)),
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${day}/${region}/${service}/aws4_request`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
    'X-Amz-SignedHeaders': 'host',
  });
  const target = `${pathname}?${query}`;
  const canonical = canonicalRequest({ method, target, headers: { host: [host] } }, service, ['host'], payload);
  const signature = signatureOf({ secret: credentials.secretAccessKey, day, region, service }, time, canonical);
  return `${new URL(url).origin}${target}&X-Amz-Signature=${signature}`;
}

interface Unsigned {
  readonly method: string;
  readonly host: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body's SHA-256, or what S3 takes in its place. Default: that of no body. */
  readonly payload?: string;
}

/** The headers of a request with those that sign it. */
export function signedHeaders({ method, host, target, headers = {}, payload = sha256('') }: Unsigned, signer: Signer) {
  const { credentials, region, service } = signer;
  const time = amzDate();
  const day = time.slice(0, 8);
  const token = credentials.sessionToken;
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-date': time,
    ...(token && { 'x-amz-security-token': token }),
    ...(service === 's3' && { 'x-amz-content-sha256': payload }),
  };
  const signed: Record<string, string> = { host, ...sent };
  const names = Object.keys(signed).sort();
  const values = Object.fromEntries(names.map((name) => [name, [signed[name] ?? '']]));
  const canonical = canonicalRequest({ method, target, headers: values }, service, names, payload);
  const signature = signatureOf({ secret: credentials.secretAccessKey, day, region, service }, time, canonical);
  const credential = `${credentials.accessKeyId}/${day}/${region}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...sent, authorization };
}

/** `20260101T120000Z` */
const amzDate = (): string => new Date().toISOString().replace(/[-:]|\.\d+/g, '');
