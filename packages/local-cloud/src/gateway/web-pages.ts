import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { AwsError } from '../aws-error.ts';
import { hostName } from './host-name.ts';

type Incoming = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;

/**
 * Whether a browser sent the request: all of them say so on their own, and no page can keep them from it. Node's `fetch`
 * says `Sec-Fetch-Mode: cors` and nothing else, as no browser does: with it go Sec-Fetch-Site and Sec-Fetch-Dest.
 */
export function isFromBrowser({ headers }: Incoming): boolean {
  if (headers.origin !== undefined) return true;
  const told = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'));
  return told.length > 1 || (told.length === 1 && headers['sec-fetch-mode'] !== 'cors');
}

/**
 * Why a request is refused whoever signed it. A page whose own name was made to resolve to loopback sends that name as
 * Host; and nothing that a browser fetches ahead, of which no person knows, is answered.
 */
export function refuseSender({ headers, headersDistinct }: Incoming): AwsError | undefined {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length !== 1 || !isLoopback(hostName(hosts[0] ?? ''))) {
    return refusal(
      'ForbiddenHost',
      `its Host is ${hosts.join(', ') || 'missing'}, and must be localhost, a name below localhost, an address in 127.0.0.0/8 or [::1]. ` +
        'Use http://127.0.0.1 with the port of the local cloud, or forward a port of your own loopback to it.',
    );
  }
  const ahead = headers['sec-purpose'] ?? headers.purpose;
  return ahead === undefined
    ? undefined
    : refusal('ForbiddenPrefetch', `a browser fetches it ahead of time (${String(ahead)}). Open the link instead.`);
}

/**
 * Why a request is refused that comes from a page which is not the API's own: browsers say which page it is (Origin,
 * Sec-Fetch-Site).
 *
 * @param origins whose pages may call, as browsers write them: `http://127.0.0.1:4600`
 */
export function refuseWebPage(incoming: Incoming, origins: readonly string[]): AwsError | undefined {
  const refused = refuseSender(incoming);
  if (refused) return refused;
  const { origin, 'sec-fetch-site': site = 'none' } = incoming.headers;
  if (origin !== undefined) return origins.includes(origin) ? undefined : pageRefusal(`Origin: ${origin}`);
  return site === 'none' || site === 'same-origin' ? undefined : pageRefusal(`Sec-Fetch-Site: ${site}`);
}

/** For the AWS services: whichever page, a browser reaches nothing but a presigned object. */
export const browserRefusal = (why: string): AwsError =>
  refusal(
    'ForbiddenOrigin',
    `it comes from a browser (${why}). Browsers may only GET or PUT an S3 object with a URL that a session of a role presigned; ` +
      'any page could run code on this machine otherwise. Call from a program instead, such as an AWS SDK or the AWS CLI.',
  );

const pageRefusal = (header: string): AwsError =>
  refusal(
    'ForbiddenOrigin',
    `it comes from a web page of another origin (${header}). Any page could run code on this machine that way. ` +
      'Call from a program instead, or open the address yourself.',
  );

const refusal = (code: string, why: string): AwsError =>
  new AwsError(code, `The local cloud refused the request: ${why}`, 403);

/**
 * S3 clients put the bucket before the name or the address, Step Functions clients `sync-` for StartSyncExecution; no one can
 * register a name that ends like these.
 */
const isLoopback = (name: string): boolean =>
  name === '[::1]' ||
  name === 'sync-127.0.0.1' ||
  (isIPv4(name) && name.startsWith('127.')) ||
  /^(?:[a-z0-9_-]+\.)*(?:localhost|127\.0\.0\.1)$/.test(name);
