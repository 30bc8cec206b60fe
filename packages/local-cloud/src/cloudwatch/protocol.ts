import { gunzipSync } from 'node:zlib';
import { AwsError } from '../aws-error.ts';
import { readBody } from '../gateway/body.ts';
import type { HttpRequest } from '../gateway/http.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Protocol } from '../gateway/protocol.ts';

const LARGEST_UNZIPPED = 16 * 1024 * 1024;

/** AWS JSON 1.0, with an error's code of the time when CloudWatch answered in XML: clients still look for it. */
export function cloudWatchProtocol(): Protocol {
  const json = jsonProtocol('1.0');
  return {
    ...json,
    decode: async (request) => json.decode(await unzipped(request)),
    encodeError(error, request) {
      const response = json.encodeError(error, request);
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
