import type { IncomingMessage } from 'node:http';
import type { CloudContext } from '../cloud-context.ts';
import type { SelectedRoute } from './route-key.ts';

interface EventInput {
  readonly context: CloudContext;
  readonly apiId: string;
  readonly stage: string;
  readonly stageVariables?: Readonly<Record<string, string>>;
  readonly route: SelectedRoute;
  /** Decoded, as API Gateway gives it. */
  readonly path: string;
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly requestId: string;
}

/** What a function is invoked with: payload format 2.0. */
export function eventOf(input: EventInput): object {
  const { context, apiId, stage, stageVariables, route, path, incoming, body, requestId } = input;
  const { cookie, ...others } = incoming.headersDistinct;
  const query = incoming.url?.includes('?') ? incoming.url.slice(incoming.url.indexOf('?') + 1) : '';
  const parameters = queryParameters(query);
  const now = new Date();
  const host = others.host?.[0] ?? '';
  const isText = isTextType(incoming.headers['content-type']);
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie && { cookies: cookie.flatMap((line) => line.split('; ')) }),
    headers: {
      ...Object.fromEntries(Object.entries(others).map(([name, values = []]) => [name, values.join(',')])),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': host.split(':')[1] ?? '80',
      'x-forwarded-proto': 'http',
    },
    ...(parameters && { queryStringParameters: parameters }),
    requestContext: {
      accountId: context.accountId,
      apiId,
      domainName: host,
      domainPrefix: apiId,
      http: {
        method: incoming.method,
        path,
        protocol: `HTTP/${incoming.httpVersion}`,
        sourceIp: '127.0.0.1',
        userAgent: incoming.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: route.routeKey,
      stage,
      time: clf(now),
      timeEpoch: now.getTime(),
    },
    ...(route.pathParameters && { pathParameters: route.pathParameters }),
    ...(stageVariables && { stageVariables }),
    ...(body.length > 0 && { body: isText ? body.toString('utf8') : body.toString('base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** "Duplicate query strings are combined with commas." */
function queryParameters(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const search = new URLSearchParams(query);
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name).join(',')]));
}

const isTextType = (type = ''): boolean =>
  /^(text\/|application\/([\w.+-]+\+)?(json|xml|javascript|x-www-form-urlencoded)\b)/i.test(type) &&
  !/application\/x-www-form-urlencoded/i.test(type);

/** `12/Mar/2020:19:03:58 +0000` */
function clf(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(date.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
