import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Protocol } from '../gateway/protocol.ts';
import { queryCode } from './request.ts';

const json = jsonProtocol('1.0');

/** JSON, with an error's code of the time when SQS answered in XML: clients still look for it. */
export const sqsProtocol: Protocol = {
  ...json,
  encodeError(error, request) {
    const header = `${queryCode(error.code)};${error.statusCode < 500 ? 'Sender' : 'Receiver'}`;
    const response = json.encodeError(error, request);
    return { ...response, headers: { ...response.headers, 'x-amzn-query-error': header } };
  },
};
