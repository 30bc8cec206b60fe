import type { Readable } from 'node:stream';
import { AwsError } from '../aws-error.ts';

/** No AWS API that answers in JSON or XML takes a larger request. S3 and Lambda stream or check for themselves. */
const LARGEST_BODY = 80 * 1024 * 1024;

export async function readBody(body: Readable, largest = LARGEST_BODY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) {
      throw new AwsError('RequestEntityTooLargeException', `The request is over ${largest} bytes.`, 413);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
