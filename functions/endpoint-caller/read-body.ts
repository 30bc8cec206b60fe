import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RollcallError } from '../../contracts/errors.ts';
import { LARGE_ANSWER_BYTES } from '../caller/answer-memory.ts';
import { LARGEST_ANSWER_BYTES } from '../caller/finish-answer.ts';

/** The whole body as text, given up as soon as it is too large. */
export async function readBody(response: IncomingMessage, reserve: () => Promise<void>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response)) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_ANSWER_BYTES) {
      response.destroy();
      throw new RollcallError('AnswerTooLarge', `The answer is larger than ${LARGEST_ANSWER_BYTES} bytes.`);
    }
    chunks.push(chunk as Buffer);
    if (size > LARGE_ANSWER_BYTES) await reserve();
  }
  return textIn(Buffer.concat(chunks), response.headers['content-type']);
}

function decoded(response: IncomingMessage): Readable {
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!(encoding in decoders)) return response;
  const decoder = decoders[encoding as keyof typeof decoders]();
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function textIn(bytes: Buffer, contentType = ''): string {
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
