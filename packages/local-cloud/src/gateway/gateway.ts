import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '../aws-error.ts';
import type { Identities, Identity } from '../iam/identities.ts';
import type { Caller, Service } from '../service.ts';
import { AuthError } from '../signature/auth-error.ts';
import { readSignature, type Signature } from '../signature/read-signature.ts';
import { sha256 } from '../signature/signing-key.ts';
import { verify } from '../signature/verify.ts';
import { readBody } from './body.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { unhostedError } from './unhosted-error.ts';
import { browserRefusal, isFromBrowser, refuseSender } from './web-pages.ts';

export interface GatewayOptions {
  /** By SigV4 service name. */
  readonly services: ReadonlyMap<string, Service>;
  readonly identities: Identities;
  /** Where a person is sent who opens the gateway's address in a browser. */
  home?(): string | undefined;
  /** Checks permissions, then runs the operation. */
  call(service: Service, operation: string, input: unknown, caller: Caller, requestId: string): Promise<unknown>;
  log(line: string): void;
}

/** One port for all services: the credential scope of a request's signature says which one it is for. */
export function createGateway(options: GatewayOptions): Server {
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response, options).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        options.log(`The answer to ${request.method} could not be sent: ${String(error)}`);
      }
    });
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, respond);
  // Otherwise Node asks for every body at once, and an SDK whose upload is refused half-way gets EPIPE instead of the refusal.
  server.on('checkContinue', respond);
  server.requestTimeout = 0;
  return server;
}

/** Whatever an object holds, a browser that shows it runs nothing of it, and no page of another origin gets to see it. */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, options: GatewayOptions): Promise<void> {
  const requestId = randomUUID();
  const target = incoming.url ?? '/';
  const url = new URL(target.startsWith('/') ? `http://127.0.0.1${target}` : 'http://127.0.0.1');
  const signature = readSignature(incoming.headers, url.searchParams);
  const service = signature && options.services.get(signature.service);
  const method = incoming.method ?? 'GET';
  let awaitsContinue = incoming.headers.expect?.toLowerCase() === '100-continue';
  const sendContinue = () => {
    if (awaitsContinue) outgoing.writeContinue();
    awaitsContinue = false;
  };
  const { headers } = incoming;
  const request: HttpRequest = { method, target, url, headers, body: incoming, sendContinue, requestId };
  setHeaders(outgoing, HARMLESS);

  const home = method === 'GET' && target === '/' && !signature ? options.home?.() : undefined;
  const refused = refuseSender(incoming);
  if (!refused && home) return send(outgoing, requestId, { status: 302, headers: { location: home } });
  const fromBrowser = isFromBrowser(incoming);
  let response: HttpResponse;
  try {
    if (refused) throw refused;
    if (fromBrowser && !isPresignedObject(method, signature)) throw browserRefusal(`${method} ${url.pathname}`);
    if (!signature || !service) throw unroutable(signature?.service, options);
    const exchange = { incoming, outgoing, request, url, signature, service, options };
    response = await (fromBrowser ? answerBrowser : answerProgram)(exchange);
  } catch (error) {
    const shown = asAwsError(error, { request, signature, options });
    response = service?.protocol.encodeError(shown, request) ?? unhostedError(shown, signature?.service, request);
  }
  // Nobody knows whether the body still comes, and the next request could be mistaken for it.
  if (awaitsContinue) outgoing.setHeader('connection', 'close');
  await send(outgoing, requestId, response);
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly request: HttpRequest;
  readonly url: URL;
  readonly signature: Signature;
  readonly service: Service;
  readonly options: GatewayOptions;
}

async function answerProgram(exchange: Exchange): Promise<HttpResponse> {
  // S3 hashes what it is sent as it stores it; all others have read the whole body anyway before they do anything.
  if (exchange.service.streamsBodies) return serve(exchange, await signerOf(exchange));
  exchange.request.sendContinue();
  let body: Buffer | undefined;
  const identity = await signerOf(exchange, async () => {
    body = await readBody(exchange.incoming);
    return sha256(body);
  });
  return serve({ ...exchange, request: { ...exchange.request, body: body ?? exchange.incoming } }, identity);
}

/** What pages may do by a bucket's CORS, and links by themselves: with a session's signature, never with the key that all know. */
async function answerBrowser(exchange: Exchange): Promise<HttpResponse> {
  const { incoming, outgoing, request, service } = exchange;
  const { origin } = incoming.headers;
  const cors = origin === undefined ? {} : service.corsHeaders?.(request);
  if (!cors) throw browserRefusal(`Origin: ${origin}`);
  const identity = await signerOf(exchange).catch((error: unknown) => {
    const { code, message, fields } = asAwsError(error, exchange);
    throw new AwsError(code, message, 403, fields);
  });
  if (!identity.isSession) throw browserRefusal('the URL was signed with the key that every program knows');
  setHeaders(outgoing, cors);
  if (request.method === 'OPTIONS') return { status: 200 };
  const response = await serve(exchange, identity);
  const { 'content-disposition': disposition = 'attachment' } = response.headers ?? {};
  const asFile = { 'content-disposition': String(disposition).replace(/^[^;]*/, 'attachment') };
  return { ...response, headers: { ...response.headers, ...asFile } };
}

/** The method that a preflight asks about stands for the preflight. */
const methodOf = (incoming: IncomingMessage): string =>
  incoming.method === 'OPTIONS'
    ? String(incoming.headers['access-control-request-method'])
    : (incoming.method ?? 'GET');

function isPresignedObject(method: string, signature: Signature | undefined): boolean {
  return signature?.service === 's3' && signature.presigned && ['GET', 'PUT', 'OPTIONS'].includes(method);
}

function signerOf(
  { incoming, request, url, signature, options }: Exchange,
  bodyHash = async () => '',
): Promise<Identity> {
  const signable = { method: methodOf(incoming), target: request.target, headers: incoming.headersDistinct };
  return verify({ request: signable, query: url.searchParams, signature, bodyHash }, options.identities);
}

async function serve({ request, service, options }: Exchange, { caller }: Identity): Promise<HttpResponse> {
  const { operation, input } = await service.protocol.decode(request);
  const output = await options.call(service, operation, input, caller, request.requestId);
  return service.protocol.encode(operation, output, request);
}

/** A failure nobody foresaw is logged here and reaches the client as AWS would put it, without a stack. */
function asAwsError(
  error: unknown,
  { request, signature, options }: Pick<Exchange, 'request' | 'options'> & { readonly signature?: Signature },
): AwsError {
  if (error instanceof AwsError) return error;
  const service = signature?.service ?? 'no service';
  if (error instanceof AuthError) return error.inProtocol(service, request);
  options.log(`Internal failure in ${service}: ${error instanceof Error ? error.stack : String(error)}`);
  return new AwsError('InternalFailure', 'The request processing has failed because of an unknown error.', 500);
}

function unroutable(service: string | undefined, options: GatewayOptions): AwsError {
  if (service) {
    const hosted = [...options.services.keys()].sort().join(', ');
    const message = `The local cloud does not host the service ${service}. It hosts: ${hosted}.`;
    return new AwsError('NotHosted', message, 501);
  }
  return new AwsError(
    'MissingAuthenticationToken',
    'The request is not signed. Use an AWS SDK or the AWS CLI with AWS_ENDPOINT_URL set to this address.',
    403,
  );
}

async function send(outgoing: ServerResponse, requestId: string, response: HttpResponse): Promise<void> {
  setHeaders(outgoing, response.headers ?? {});
  outgoing.setHeader('x-amzn-requestid', requestId);
  outgoing.statusCode = response.status;
  if (response.body instanceof Readable) {
    await pipeline(response.body, outgoing);
  } else {
    outgoing.end(response.body);
  }
}

function setHeaders(outgoing: ServerResponse, headers: NonNullable<HttpResponse['headers']>): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) outgoing.setHeader(name, value);
}
