import type { Permission } from '../../service.ts';
import { StatesError } from '../engine/states-error.ts';
import type { Integration, IntegrationRun, Tools } from './integration.ts';
import type { Json } from './shapes.ts';

/** AWS ends an HTTP Task after a minute, whatever TimeoutSeconds says. */
const LONGEST_CALL_MS = 60_000;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
/** Headers AWS refuses in a definition: they are the connection's or the transport's business. */
const REFUSED_HEADERS =
  /^(authorization|connection|content-md5|date|expect|host|max-forwards|proxy-.*|server|te|transfer-encoding|trailer|upgrade|via|www-authenticate|x-forwarded-.*|x-amz-.*|x-amzn-.*)$/i;

/**
 * `arn:aws:states:::http:invoke`. As on AWS every call names a Connection; the local cloud hosts none, so any ARN of
 * one does, and it adds nothing to the call.
 */
export const httpInvoke: Integration = {
  patterns: ['request'],
  required: ['ApiEndpoint', 'Method'],
  eitherOf: ['Authentication', 'InvocationConfig'],
  optional: ['Headers', 'QueryParameters', 'RequestBody', 'Transform'],
  async run(run, tools) {
    const url = endpointUrl(run.arguments);
    const method = String(run.arguments.Method).toUpperCase();
    if (!METHODS.includes(method)) {
      throw new StatesError('States.Runtime', `Method is ${method}; an HTTP Task may use ${METHODS.join(', ')}.`);
    }
    if (!connectionArn(run.arguments)) {
      throw new StatesError(
        'States.Runtime',
        'An HTTP Task needs a Connection: Authentication.ConnectionArn, or InvocationConfig.ConnectionArn.',
      );
    }
    authorize(run, tools, method);
    const headers = requestHeaders(run.arguments.Headers);
    const body = requestBody(run.arguments, headers);
    run.trace?.('request', { protocol: 'HTTP/1.1', method, url: url.href, headers: written(headers), body });
    const response = await send(url, { method, headers, body, redirect: 'manual' }, run.signal);
    run.trace?.('response', {
      protocol: 'HTTP/1.1',
      statusCode: String(response.StatusCode),
      statusMessage: response.StatusText,
      headers: JSON.stringify(response.Headers),
      body: text(response.ResponseBody),
    });
    if (response.StatusCode < 200 || response.StatusCode > 299) {
      throw new StatesError(`States.Http.StatusCode.${response.StatusCode}`, JSON.stringify(response));
    }
    return response;
  },
};

function authorize(run: IntegrationRun, { context, logOnce }: Tools, method: string): void {
  const resource = run.executionArn.replace(':execution:', ':stateMachine:').replace(/(\/[^:]+)?:[^:]+$/, '');
  const condition = { 'states:HTTPEndpoint': String(run.arguments.ApiEndpoint), 'states:HTTPMethod': method };
  const permissions: Permission[] = [{ action: 'states:InvokeHTTPEndpoint', resource, context: condition }];
  const connection = connectionArn(run.arguments);
  if (connection) {
    permissions.push({ action: 'events:RetrieveConnectionCredentials', resource: connection });
    logOnce(`${run.resource} is called without the credentials of ${connection}: connections are not hosted here.`);
  }
  try {
    context.authorize(run.caller, permissions);
  } catch (error) {
    throw new StatesError('States.Http.AccessDeniedException', error instanceof Error ? error.message : String(error));
  }
}

function connectionArn({ Authentication, InvocationConfig }: Record<string, unknown>): string | undefined {
  const { ConnectionArn } = (Authentication ?? InvocationConfig ?? {}) as { ConnectionArn?: unknown };
  return ConnectionArn === undefined ? undefined : String(ConnectionArn);
}

function endpointUrl({ ApiEndpoint, QueryParameters }: Record<string, unknown>): URL {
  const url = URL.canParse(String(ApiEndpoint)) ? new URL(String(ApiEndpoint)) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new StatesError('States.Runtime', `ApiEndpoint is ${ApiEndpoint}; it must be an http or https URL.`);
  }
  for (const [name, value] of Object.entries((QueryParameters ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, text(one));
  }
  return url;
}

function requestHeaders(given: unknown): Headers {
  const headers = new Headers({ 'User-Agent': 'Amazon|StepFunctions|HttpInvoke|us-east-1', Range: 'bytes=0-262144' });
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (REFUSED_HEADERS.test(name)) {
      throw new StatesError('States.Runtime', `Headers contains ${name}, which an HTTP Task may not set.`);
    }
    headers.set(name, Array.isArray(value) ? value.map(text).join(', ') : text(value));
  }
  return headers;
}

function requestBody({ RequestBody, Transform }: Record<string, unknown>, headers: Headers): string | undefined {
  if (RequestBody === undefined || RequestBody === null) return undefined;
  const encoding = (Transform as { RequestBodyEncoding?: string } | undefined)?.RequestBodyEncoding;
  if (encoding === 'URL_ENCODED') {
    headers.set('Content-Type', 'application/x-www-form-urlencoded');
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(RequestBody)) {
      for (const one of Array.isArray(value) ? value : [value]) form.append(name, text(one));
    }
    return form.toString();
  }
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return typeof RequestBody === 'string' ? RequestBody : JSON.stringify(RequestBody);
}

interface HttpResult {
  readonly Headers: { [name: string]: Json };
  readonly ResponseBody: Json;
  readonly StatusCode: number;
  readonly StatusText: string;
}

async function send(url: URL, request: RequestInit, signal: AbortSignal): Promise<HttpResult> {
  const timeout = AbortSignal.timeout(LONGEST_CALL_MS);
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.any([signal, timeout]) });
    const body = await response.text();
    return {
      Headers: Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
      ResponseBody: parsed(body, response.headers.get('content-type') ?? ''),
      StatusCode: response.status,
      StatusText: response.statusText,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const cause = timeout.aborted ? `No answer within ${LONGEST_CALL_MS / 1000} seconds` : reason;
    throw new StatesError('States.Http.Socket', `The call to ${url.origin} failed: ${cause}`);
  }
}

function parsed(body: string, contentType: string): Json {
  if (!/\bjson\b/i.test(contentType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const written = (headers: Headers): string => JSON.stringify(Object.fromEntries(headers));
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
