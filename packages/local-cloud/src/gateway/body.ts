import type { Readable } from 'node:stream';
import { AwsError } from '../aws-error.ts';
import type { HttpRequest } from './http.ts';

/** No AWS API that answers in JSON or XML takes a larger request. S3 and Lambda stream or check for themselves. */
const LARGEST_BODY = 80 * 1024 * 1024;

/** The body of a request to an operation; operations are never called by GET, which browsers send on their own. */
export function readPost({ method, body }: HttpRequest, largest?: number): Promise<Buffer> {
  if (method === 'POST') return readBody(body, largest);
  throw new AwsError('MethodNotAllowed', `The method is ${method}; operations are called with POST.`, 405);
}

export async function readBody(body: Readable | Buffer, largest = LARGEST_BODY): Promise<Buffer> {
  if (Buffer.isBuffer(body)) {
    if (body.length > largest) throw tooLarge(largest);
    return body;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw tooLarge(largest);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (largest: number): AwsError =>
  new AwsError('RequestEntityTooLargeException', `The request is over ${largest} bytes.`, 413);
