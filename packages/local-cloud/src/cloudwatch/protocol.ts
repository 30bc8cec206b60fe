import { gunzipSync } from 'node:zlib';
import { AwsError } from '../aws-error.ts';
import { readBody } from '../gateway/body.ts';
import { cborProtocol, isCbor } from '../gateway/cbor-protocol.ts';
import type { HttpRequest } from '../gateway/http.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Protocol } from '../gateway/protocol.ts';
import { queryProtocol } from '../gateway/query-protocol.ts';

const LARGEST_UNZIPPED = 16 * 1024 * 1024;

/**
 * CloudWatch is spoken to in three ways: AWS JSON 1.0 (the JavaScript SDK), CBOR (boto3) and the Query protocol (older
 * clients). The request's content type says which, and the answer is given in the same.
 */
export function cloudWatchProtocol(): Protocol {
  const json = jsonProtocol('1.0');
  const query = queryProtocol('http://monitoring.amazonaws.com/doc/2010-08-01/');
  const protocolOf = (request: HttpRequest): Protocol => {
    if (isCbor(request)) return cborProtocol;
    return request.headers['x-amz-target'] ? json : queryForm(query);
  };
  return {
    decode: async (request) => protocolOf(request).decode(await unzipped(request)),
    encode: (operation, output, request) => protocolOf(request).encode(operation, output, request),
    encodeError(error, request) {
      const response = protocolOf(request).encodeError(error, request);
      // CloudWatch spoke Query first; clients still look here for the code it used then.
      const queryError = `${queryCode(error)};${error.statusCode < 500 ? 'Sender' : 'Receiver'}`;
      return { ...response, headers: { ...response.headers, 'x-amzn-query-error': queryError } };
    },
  };
}

/** Clients compress PutMetricData. */
async function unzipped(request: HttpRequest): Promise<HttpRequest> {
  if (request.headers['content-encoding'] !== 'gzip') return request;
  const zipped = await readBody(request.body);
  try {
    return { ...request, body: gunzipSync(zipped, { maxOutputLength: LARGEST_UNZIPPED }) };
  } catch {
    throw new AwsError('SerializationException', 'The request body is not what its gzip encoding says.');
  }
}

const queryCode = ({ code }: AwsError): string =>
  code === 'MissingRequiredParameterException' ? 'MissingParameter' : code.replace(/Exception$/, '');

/** In XML a map is not a structure, and error codes have no "Exception" at their end. */
const queryForm = (query: Protocol): Protocol => ({
  decode: query.decode,
  encode: (operation, output, request) => query.encode(operation, withMaps(output), request),
  encodeError: (error, request) =>
    query.encodeError(new AwsError(queryCode(error), error.message, error.statusCode), request),
});

function withMaps(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withMaps(item));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (name === 'ExtendedStatistics') return new Map(Object.entries(value));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withMaps(item, key)]));
}
