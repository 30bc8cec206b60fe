import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RollcallError } from '../../contracts/errors.ts';
import { hasToken, isEventStream, truncated } from '../../core/normalize/event-stream.ts';
import { LARGE_ANSWER_BYTES } from '../caller/answer-memory.ts';
import { LARGEST_ANSWER_BYTES } from '../caller/finish-answer.ts';

interface Reading {
  /** Asked before more of a large answer is read. */
  readonly reserve: () => Promise<void>;
  /** Default: that of a single row's answer. */
  readonly largestAnswerBytes?: number;
  /** Told when a stream of events has brought the first part of its answer. */
  readonly firstToken?: () => void;
}

/** The bytes of a body as they come, decoded. */
export const bodyOf = (response: IncomingMessage): AsyncGenerator<Buffer> => whole(decoded(response), response);

/** The whole body as text, given up as soon as it is too large. */
export async function readBody(
  response: IncomingMessage,
  { reserve, largestAnswerBytes = LARGEST_ANSWER_BYTES, firstToken }: Reading,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const isStream = isEventStream(response.headers['content-type']);
  let awaitsToken = isStream && firstToken !== undefined;
  const bytes = isStream ? wholeStream(bodyOf(response)) : bodyOf(response);
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > largestAnswerBytes) {
      response.destroy();
      throw new RollcallError('AnswerTooLarge', `The answer is larger than ${largestAnswerBytes} bytes.`);
    }
    chunks.push(chunk);
    if (awaitsToken && hasToken(Buffer.concat(chunks).toString('utf8'))) {
      awaitsToken = false;
      firstToken?.();
    }
    if (size > LARGE_ANSWER_BYTES) await reserve();
  }
  return textIn(Buffer.concat(chunks), response.headers['content-type']);
}

/** A stream that was cut off after it had begun is not a connection that was never made. */
async function* wholeStream(body: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let hasBegun = false;
  try {
    for await (const chunk of body) {
      hasBegun = true;
      yield chunk;
    }
  } catch (error) {
    throw hasBegun && (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? truncated(error) : error;
  }
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
/** More than one is allowed, and rare; each may make the answer a thousand times larger. */
const MOST_ENCODINGS = 2;

/** Encodings are listed in the order they were applied. */
function decoded(response: IncomingMessage): Readable {
  const said = response.headers['content-encoding'] ?? '';
  const encodings = said
    .toLowerCase()
    .split(',')
    .map((each) => each.trim());
  const applied = encodings.filter((each) => each !== '' && each !== 'identity');
  const decoders = applied.map((each) => DECODERS.get(each)?.());
  if (decoders.length > MOST_ENCODINGS || decoders.includes(undefined)) {
    response.destroy();
    throw unreadable(
      `its content-encoding is ${JSON.stringify(said.slice(0, 100))}; ${[...DECODERS.keys()].join(', ')} and identity can be read`,
    );
  }
  let stream: Readable = response;
  for (const decoder of decoders.reverse() as Transform[]) {
    const source = stream;
    source.on('error', (error) => decoder.destroy(error));
    decoder.on('close', () => source.destroy());
    stream = source.pipe(decoder);
  }
  return stream;
}

const unreadable = (problem: string, cause?: unknown): RollcallError =>
  new RollcallError('AnswerUnreadable', `The answer cannot be decoded: ${problem}.`, { cause });

/** A body that is not what its content-encoding says is unreadable; one that was cut off has lost its connection. */
async function* whole(body: Readable, response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isOfDecoder = /^(?:Z_|ERR_|BROTLI)/.test(code) && !response.errored && response.complete;
    throw isOfDecoder ? unreadable(`it is not ${response.headers['content-encoding']} (${message})`, error) : error;
  }
}

function textIn(bytes: Buffer, contentType = ''): string {
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
