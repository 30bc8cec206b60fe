import { AwsError } from '../aws-error.ts';
import { readBody } from './body.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { dateAsSeconds, parseJson } from './json-protocol.ts';
import type { Protocol } from './protocol.ts';

/** How one operation of a REST service is bound to HTTP, as its Smithy model says. */
export interface Route {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/2015-03-31/functions/{FunctionName}`: each label is a member of the input. */
  readonly path: string;
  readonly status?: number;
  /** Query parameter → input member. */
  readonly query?: Readonly<Record<string, string>>;
  /** Query parameter → input member, for a parameter that may be sent more than once. */
  readonly queryList?: Readonly<Record<string, string>>;
  /** Request header (lower case) → input member. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members that travel as base64 text in the JSON body, as dotted paths. */
  readonly blobs?: readonly string[];
  /** The member that is the whole body, as bytes, in the request and in the answer. */
  readonly payload?: string;
  /** Output member → response header. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Output member that holds the HTTP status. */
  readonly statusMember?: string;
}

/** AWS REST JSON: method and path name the operation; members are in the path, the query, headers and a JSON body. */
export function restJsonProtocol(routes: readonly Route[]): Protocol {
  const matchers = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  const byOperation = new Map(routes.map((route) => [route.operation, route]));
  return {
    async decode(request) {
      for (const { route, pattern } of matchers) {
        const match = route.method === request.method && pattern.exec(request.url.pathname);
        if (match) return { operation: route.operation, input: await inputOf(route, match.groups ?? {}, request) };
      }
      throw new AwsError(
        'UnknownOperationException',
        `The local cloud does not host ${request.method} ${request.url.pathname}.`,
        404,
      );
    },
    encode: (operation, output) => encode(byOperation.get(operation), output),
    encodeError: (error) => ({
      status: error.statusCode,
      headers: { 'content-type': 'application/json', 'x-amzn-errortype': error.code },
      body: JSON.stringify(
        { Type: error.statusCode < 500 ? 'User' : 'Service', message: error.message, ...error.fields },
        dateAsSeconds,
      ),
    }),
  };
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
}

async function inputOf(route: Route, labels: Record<string, string>, request: HttpRequest): Promise<object> {
  const input: Record<string, unknown> = {};
  const body = await readBody(request.body);
  if (route.payload) input[route.payload] = body;
  else Object.assign(input, parseJson(body.toString('utf8')));
  for (const path of route.blobs ?? []) decodeBlob(input, path.split('.'));
  for (const [name, value] of Object.entries(labels)) input[name] = decodeLabel(value);
  for (const [name, member] of Object.entries(route.query ?? {})) {
    const value = request.url.searchParams.get(name);
    if (value !== null) input[member] = value;
  }
  for (const [name, member] of Object.entries(route.queryList ?? {})) {
    const values = request.url.searchParams.getAll(name);
    if (values.length > 0) input[member] = values;
  }
  for (const [name, member] of Object.entries(route.headers ?? {})) {
    const value = request.headers[name];
    if (value !== undefined) input[member] = String(value);
  }
  return input;
}

function decodeLabel(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function decodeBlob(holder: Record<string, unknown>, [step, ...rest]: string[]): void {
  if (step === undefined || !Object.hasOwn(holder, step)) return;
  const value = holder[step];
  if (rest.length === 0) holder[step] = typeof value === 'string' ? Buffer.from(value, 'base64') : value;
  else if (value !== null && typeof value === 'object') decodeBlob(value as Record<string, unknown>, rest);
}

function encode(route: Route | undefined, output: unknown): HttpResponse {
  const members = { ...(output as Record<string, unknown>) };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  let status = route?.status ?? 200;
  if (route?.statusMember) {
    status = Number(members[route.statusMember] ?? status);
    delete members[route.statusMember];
  }
  for (const [member, header] of Object.entries(route?.responseHeaders ?? {})) {
    if (members[member] !== undefined) headers[header] = String(members[member]);
    delete members[member];
  }
  if (route?.payload) return { status, headers, body: Buffer.from((members[route.payload] ?? '') as Buffer | string) };
  if (status === 204) return { status };
  return { status, headers, body: JSON.stringify(members, dateAsSeconds) };
}
