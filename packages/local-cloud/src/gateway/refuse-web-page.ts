import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { AwsError } from '../aws-error.ts';
import { hostName } from './host-name.ts';

/**
 * Why a request is refused before any service sees it. Signatures are not verified here, so a web page that could send
 * a request to this port could run code on the machine. Browsers say on their own which page a request comes from
 * (Origin, Sec-Fetch-Site), and a page whose own name was made to resolve to loopback still sends that name as Host.
 *
 * @param origins whose pages may call, as browsers write them: `http://127.0.0.1:4600`
 * @param object of S3, where the request is for one: a link on a page of this machine may lead to a presigned download
 */
export function refuseWebPage(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  origins: readonly string[],
  object?: URL,
): AwsError | undefined {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length !== 1 || !isLoopback(hostName(hosts[0] ?? ''))) {
    return refusal(
      'ForbiddenHost',
      `its Host is ${hosts.join(', ') || 'missing'}, and must be localhost, a name below localhost, an address in 127.0.0.0/8 or [::1]. ` +
        'Use http://127.0.0.1 with the port of the local cloud, or forward a port of your own loopback to it.',
    );
  }
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  if (origin !== undefined) return origins.includes(origin) ? undefined : pageRefusal(`Origin: ${origin}`);
  if (site === 'same-site' && headers['sec-fetch-mode'] === 'navigate' && isDownload(object)) return undefined;
  return site === 'none' || site === 'same-origin' ? undefined : pageRefusal(`Sec-Fetch-Site: ${site}`);
}

/** Reads one object and changes nothing, and the page that has the link does not see what comes. */
const isDownload = (url: URL | undefined): boolean =>
  url?.searchParams.has('X-Amz-Signature') === true && url.searchParams.get('x-id') === 'GetObject';

const pageRefusal = (header: string): AwsError =>
  refusal(
    'ForbiddenOrigin',
    `it comes from a web page of another origin (${header}). Any page could run code on this machine that way. ` +
      'Call from a program instead, such as an AWS SDK in Node or the AWS CLI, or open the address yourself.',
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
