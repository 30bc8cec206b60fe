import { AwsError } from '../../aws-error.ts';

/** A chunk's header is short; a body whose first line is longer than this is not aws-chunked. */
const LONGEST_LINE = 8 * 1024;

const incomplete = (): AwsError => new AwsError('IncompleteBody', 'The request body terminated unexpectedly.', 400);

/**
 * Takes the `aws-chunked` framing off a body: chunks of `SIZE[;chunk-signature=…]\r\n BYTES \r\n`, a chunk of size 0,
 * then trailing headers, which are put into `trailers`.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  trailers: Record<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ChunkReader(source);
  for (;;) {
    const line = await reader.line();
    const match = /^([0-9a-f]{1,16})(;.*)?$/i.exec(line ?? '');
    if (!match)
      throw line === undefined
        ? incomplete()
        : new AwsError('InvalidChunkSizeError', 'A chunk’s size is not a hexadecimal number.', 400);
    const size = Number.parseInt(match[1] ?? '', 16);
    if (size === 0) break;
    yield* reader.bytes(size);
    if ((await reader.line()) !== '') throw incomplete();
  }
  for (;;) {
    const line = await reader.line();
    if (!line) return;
    const colon = line.indexOf(':');
    trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
}

/** Reads lines and runs of bytes from a stream of buffers. */
class ChunkReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next line without its end; undefined at the end of the body. */
  async line(): Promise<string | undefined> {
    let end = this.#rest.indexOf('\r\n');
    while (end < 0) {
      if (this.#rest.length > LONGEST_LINE) throw incomplete();
      const more = await this.#next();
      if (!more) return undefined;
      this.#rest = Buffer.concat([this.#rest, more]);
      end = this.#rest.indexOf('\r\n');
    }
    const line = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 2);
    return line;
  }

  async *bytes(size: number): AsyncGenerator<Buffer> {
    let left = size;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const more = await this.#next();
        if (!more) throw incomplete();
        this.#rest = more;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : value;
  }
}
