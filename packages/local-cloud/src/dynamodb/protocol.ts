import { crc32 } from 'node:zlib';
import type { HttpResponse } from '../gateway/http.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Protocol } from '../gateway/protocol.ts';

const LARGEST_REQUEST = 16 * 1024 * 1024;

/** JSON 1.0 as DynamoDB speaks it: requests of at most 16 MB, and a checksum of each answer that some SDKs verify. */
export function dynamoDbProtocol(): Protocol {
  const json = jsonProtocol('1.0', LARGEST_REQUEST);
  return {
    decode: (request) => json.decode(request),
    encode: (operation, output, request) => withChecksum(json.encode(operation, output, request)),
    encodeError: (error, request) => withChecksum(json.encodeError(error, request)),
  };
}

function withChecksum(response: HttpResponse): HttpResponse {
  if (typeof response.body !== 'string') return response;
  return { ...response, headers: { ...response.headers, 'x-amz-crc32': String(crc32(response.body)) } };
}
