import type { AwsError } from '../../aws-error.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/http.ts';
import { headersOf } from './members.ts';
import { writeXml } from './xml.ts';

/** An error document names code and resource. The answer to HEAD, and 304, have no body to put one in. */
export function encodeError(error: AwsError, request: HttpRequest): HttpResponse {
  const headers = { 'x-amz-request-id': request.requestId };
  if (error.statusCode === 304) return { status: 304, headers: { ...headers, ...headersOf(error.fields) } };
  if (request.method === 'HEAD') return { status: error.statusCode, headers };
  const document = {
    Code: error.code === 'InternalFailure' ? 'InternalError' : error.code,
    Message: error.message,
    ...error.fields,
    Resource: request.target.split('?', 1)[0],
    RequestId: request.requestId,
  };
  return {
    status: error.statusCode,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: writeXml('Error', document, ''),
  };
}
