import { AwsError } from '../aws-error.ts';
import type { HttpRequest } from '../gateway/http.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Protocol } from '../gateway/protocol.ts';
import { queryProtocol } from '../gateway/query-protocol.ts';
import { queryCode } from './errors.ts';
import { QUERY_SHAPES } from './query-shapes.ts';

const json = jsonProtocol('1.0');
const query = queryProtocol('http://queue.amazonaws.com/doc/2012-11-05/', QUERY_SHAPES);

const isJson = ({ headers }: HttpRequest): boolean => headers['x-amz-target'] !== undefined;

/** JSON, as clients speak since the end of 2023, or a form and XML, as they did before. */
export const sqsProtocol: Protocol = {
  decode: (request) => (isJson(request) ? json : query).decode(request),
  encode: (operation, output, request) => (isJson(request) ? json : query).encode(operation, output, request),
  encodeError(error, request) {
    const code = queryCode(error.code);
    if (!isJson(request)) return query.encodeError(new AwsError(code, error.message, error.statusCode), request);
    const response = json.encodeError(error, request);
    const header = `${code};${error.statusCode < 500 ? 'Sender' : 'Receiver'}`;
    return { ...response, headers: { ...response.headers, 'x-amzn-query-error': header } };
  },
};
