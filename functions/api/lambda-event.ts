import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** A request as API Gateway hands it over (payload 2.0). Its path comes decoded, and is encoded again part by part. */
export function requestOf(event: APIGatewayProxyEventV2): Request {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = event;
  const path = rawPath.split('/').map(encodeURIComponent).join('/');
  const url = new URL(`https://${requestContext.domainName}`);
  url.pathname = path;
  url.search = rawQueryString;
  const { method } = requestContext.http;
  const named = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const bytes = body === undefined ? undefined : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const isForbidden = FORBIDDEN_METHODS.has(method);
  const withBody = method !== 'GET' && method !== 'HEAD' && !isForbidden && bytes && bytes.length > 0;
  const request = new Request(url, {
    method: isForbidden ? 'GET' : method,
    headers: named.filter(([, value]) => isHeaderValue(value)),
    ...(withBody && { body: new Uint8Array(bytes) }),
  });
  // No route has such a method, so the app answers that it does not exist.
  return isForbidden ? Object.defineProperty(request, 'method', { value: method }) : request;
}

/** What is no legal value makes `Request` throw. */
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** `Request` throws for these. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

const TEXT = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

export async function resultOf(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const isText = TEXT.test(response.headers.get('content-type') ?? '') && !response.headers.has('content-encoding');
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: isText ? await response.text() : Buffer.from(await response.arrayBuffer()).toString('base64'),
    isBase64Encoded: !isText,
  };
}
