import { AwsError } from '../aws-error.ts';
import { readPost } from './body.ts';
import { decodeCbor, encodeCbor } from './cbor.ts';
import type { HttpRequest } from './http.ts';
import type { Protocol } from './protocol.ts';

const HEADERS = { 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' };

export const isCbor = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  headers['smithy-protocol'] === 'rpc-v2-cbor';

/** Smithy RPC v2: the path names the operation, CBOR in, CBOR out. */
export const cborProtocol: Protocol = {
  async decode(request) {
    const operation = /\/operation\/(\w+)$/.exec(request.url.pathname)?.[1];
    if (!operation) throw new AwsError('UnknownOperationException', 'The path names no operation.', 404);
    const body = await readPost(request);
    try {
      return { operation, input: body.length === 0 ? {} : decodeCbor(body) };
    } catch {
      throw new AwsError('SerializationException', 'The request body is not CBOR.');
    }
  },
  encode: (_operation, output) => ({ status: 200, headers: HEADERS, body: encodeCbor(output ?? {}) }),
  encodeError: (error) => ({
    status: error.statusCode,
    headers: HEADERS,
    body: encodeCbor({ __type: error.code, message: error.message, ...error.fields }),
  }),
};
