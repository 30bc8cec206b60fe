import { AwsError } from '../aws-error.ts';
import { readPost } from './body.ts';
import type { Protocol } from './protocol.ts';

/** AWS JSON 1.0 and 1.1: `X-Amz-Target: Prefix.Operation`, JSON in, JSON out. Times travel as seconds. */
export function jsonProtocol(version: '1.0' | '1.1', largestBody?: number): Protocol {
  const contentType = `application/x-amz-json-${version}`;
  return {
    async decode(request) {
      const target = String(request.headers['x-amz-target'] ?? '');
      const operation = target.slice(target.lastIndexOf('.') + 1);
      if (!operation) throw new AwsError('UnknownOperationException', 'The request has no X-Amz-Target header.', 404);
      return { operation, input: parseJson((await readPost(request, largestBody)).toString('utf8')) };
    },
    encode: (_operation, output) => ({
      status: 200,
      headers: { 'content-type': contentType },
      body: JSON.stringify(output ?? {}, dateAsSeconds),
    }),
    encodeError: (error) => ({
      status: error.statusCode,
      headers: { 'content-type': contentType, 'x-amzn-errortype': error.code },
      body: JSON.stringify({ __type: error.code, message: error.message, ...error.fields }, dateAsSeconds),
    }),
  };
}

export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('not an object');
    return value;
  } catch {
    throw new AwsError('SerializationException', 'The request body is not a JSON object.');
  }
}

/** For JSON.stringify: `this[key]` is the value before `Date.toJSON` made a string of it. */
export function dateAsSeconds(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  return original instanceof Date ? original.getTime() / 1000 : value;
}
