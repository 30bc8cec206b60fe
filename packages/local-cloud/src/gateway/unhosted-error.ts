import type { AwsError } from '../aws-error.ts';
import { cborProtocol, isCbor } from './cbor-protocol.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { jsonProtocol } from './json-protocol.ts';
import { queryProtocol } from './query-protocol.ts';

/** Services that speak REST with XML, by the name in a signature. Nothing in a request tells them from REST with JSON. */
const REST_XML: readonly string[] = ['cloudfront', 'route53', 's3-outposts', 's3express'];

/** An error for a service that is not hosted, in the protocol its client speaks: otherwise the client would show a parse error instead. */
export function unhostedError(error: AwsError, service: string | undefined, request: HttpRequest): HttpResponse {
  const { 'x-amz-target': target, 'content-type': contentType = '' } = request.headers;
  if (isCbor(request)) return cborProtocol.encodeError(error, request);
  if (contentType.startsWith('application/x-www-form-urlencoded') || REST_XML.includes(service ?? '')) {
    return queryProtocol('http://webservices.amazon.com/').encodeError(error, request);
  }
  const response = jsonProtocol('1.0').encodeError(error, request);
  return target ? response : { ...response, headers: { ...response.headers, 'content-type': 'application/json' } };
}
