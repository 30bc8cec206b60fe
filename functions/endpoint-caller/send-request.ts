import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RollcallError } from '../../contracts/errors.ts';
import { type CarriedSecret, checkOutgoing } from './check-outgoing.ts';
import { agentFor } from './guarded-agents.ts';
import { readBody } from './read-body.ts';

export interface EndpointRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly allowPrivateAddresses: boolean;
  /** The secret that the address or the headers carry. */
  readonly secret?: CarriedSecret;
  /** Told before the request is sent, and not when it is refused here. */
  readonly sending?: () => void;
  /** Asked before more of a large answer is read. */
  readonly reserve: () => Promise<void>;
  /** Default: that of a single row's answer. */
  readonly largestAnswerBytes?: number;
  /** Told when a stream of events has brought the first part of its answer. */
  readonly firstToken?: () => void;
  /** Takes the body of a 2xx instead: the answer's own is empty then. */
  readonly take?: (response: IncomingMessage) => Promise<void>;
  /** Closes the connection when it fires. */
  readonly signal: AbortSignal;
}

export interface EndpointResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MOST_REDIRECTS = 3;

/** Sends the request, follows redirects within the same origin, and reads the whole answer. */
export async function sendRequest(request: EndpointRequest, redirects = 0): Promise<EndpointResponse> {
  checkOutgoing(request);
  request.sending?.();
  const response = await exchange(request);
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
    response.resume();
    if (redirects === MOST_REDIRECTS) {
      throw new RollcallError('TargetRejected', `The endpoint redirected more than ${MOST_REDIRECTS} times.`);
    }
    return sendRequest(redirected(request, status, location), redirects + 1);
  }
  const headers = plainHeaders(response);
  if (!request.take || status < 200 || status > 299)
    return { status, headers, body: await readBody(response, request) };
  await request.take(response);
  return { status, headers, body: '' };
}

function exchange({ url, method, headers: own, body, allowPrivateAddresses, signal }: EndpointRequest) {
  const headers = body === undefined ? own : { ...own, 'content-length': Buffer.byteLength(body) };
  const options: RequestOptions = { method, headers, signal, agent: agentFor(url, allowPrivateAddresses) };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:' ? httpsRequest(url, options, resolve) : httpRequest(url, options, resolve);
    outgoing.on('error', reject);
    outgoing.on('upgrade', ({ headers: said }, socket) => {
      socket.destroy();
      const protocol = said.upgrade ?? 'another protocol';
      reject(
        new RollcallError(
          'TargetRejected',
          `The endpoint answered with HTTP 101 and wants to go on in ${protocol}; only plain HTTP answers can be read. Use an address that answers requests.`,
        ),
      );
    });
    outgoing.end(body);
  });
}

/** The same scheme, host and port: credentials go nowhere else. */
function redirected(request: EndpointRequest, status: number, location: string): EndpointRequest {
  const from = request.url;
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to?.origin !== from.origin) {
    throw new RollcallError(
      'TargetRejected',
      `The endpoint redirects from ${from.origin} to ${to?.origin ?? JSON.stringify(location)}. Redirects to another scheme, host or port are not followed; use the final address as endpoint.url.`,
    );
  }
  // As browsers do: only 307 and 308 repeat the request itself.
  if (status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD') {
    return { ...request, url: to };
  }
  const headers = Object.entries(request.headers).filter(([name]) => !name.toLowerCase().startsWith('content-'));
  return { ...request, url: to, method: 'GET', body: undefined, headers: Object.fromEntries(headers) };
}

const plainHeaders = (response: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
