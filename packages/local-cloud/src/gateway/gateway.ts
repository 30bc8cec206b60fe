import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '../aws-error.ts';
import type { Caller, Service } from '../service.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { refuseWebPage } from './refuse-web-page.ts';
import { credentialScope } from './sigv4.ts';
import { unhostedError } from './unhosted-error.ts';

export interface GatewayOptions {
  /** By SigV4 service name. */
  readonly services: ReadonlyMap<string, Service>;
  /** Whose web pages may call, such as `http://127.0.0.1:4600`; pages of all others are refused. */
  readonly origins: readonly string[];
  callerOf(accessKeyId: string): Caller;
  /** Checks permissions, then runs the operation. */
  call(service: Service, operation: string, input: unknown, caller: Caller, requestId: string): Promise<unknown>;
  log(line: string): void;
}

/** One port for all services: the credential scope of a request's signature says which one it is for. */
export function createGateway(options: GatewayOptions): Server {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        options.log(`The answer to ${request.method} could not be sent: ${String(error)}`);
      }
    });
  });
  server.requestTimeout = 0;
  return server;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, options: GatewayOptions): Promise<void> {
  const requestId = randomUUID();
  const target = incoming.url ?? '/';
  const url = new URL(target.startsWith('/') ? `http://127.0.0.1${target}` : 'http://127.0.0.1');
  const scope = credentialScope(incoming.headers, url);
  const service = scope && options.services.get(scope.service);
  const request: HttpRequest = {
    method: incoming.method ?? 'GET',
    target,
    url,
    headers: incoming.headers,
    body: incoming,
    requestId,
  };
  const cors = service?.corsHeaders?.(request);
  for (const [name, value] of Object.entries(cors ?? {})) if (value !== undefined) outgoing.setHeader(name, value);
  const origins = cors ? [...options.origins, incoming.headers.origin ?? ''] : options.origins;
  const refused = refuseWebPage(incoming, origins, service?.name === 's3' ? url : undefined);
  if (cors && !refused && request.method === 'OPTIONS') return send(outgoing, requestId, { status: 200 });
  if (refused || !scope || !service) {
    const error = refused ?? unroutable(scope?.service, options);
    const encoded = service?.protocol.encodeError(error, request) ?? unhostedError(error, scope?.service, request);
    await send(outgoing, requestId, encoded);
    return;
  }
  let response: HttpResponse;
  try {
    const caller = options.callerOf(scope.accessKeyId);
    const { operation, input } = await service.protocol.decode(request);
    const output = await options.call(service, operation, input, caller, requestId);
    response = service.protocol.encode(operation, output, request);
  } catch (error) {
    response = service.protocol.encodeError(asAwsError(error, service.name, options.log), request);
  }
  await send(outgoing, requestId, response);
}

/** A failure nobody foresaw is logged here and reaches the client as AWS would put it, without a stack. */
function asAwsError(error: unknown, service: string, log: (line: string) => void): AwsError {
  if (error instanceof AwsError) return error;
  log(`Internal failure in ${service}: ${error instanceof Error ? error.stack : String(error)}`);
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
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    if (value !== undefined) outgoing.setHeader(name, value);
  }
  outgoing.setHeader('x-amzn-requestid', requestId);
  outgoing.statusCode = response.status;
  if (response.body instanceof Readable) {
    await pipeline(response.body, outgoing);
  } else {
    outgoing.end(response.body);
  }
}
