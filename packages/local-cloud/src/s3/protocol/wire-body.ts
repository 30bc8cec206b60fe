import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsError } from '../../aws-error.ts';
import type { HttpRequest } from '../../gateway/http.ts';
import { decodeChunks } from './aws-chunked.ts';

/**
 * The body of a request, to be read once. It checks its own length and, if the client signed it, its SHA-256;
 * checksums that came behind it are in `trailers` afterwards.
 */
export class WireBody implements AsyncIterable<Buffer> {
  readonly length: number;
  readonly trailers: Record<string, string> = {};
  readonly #request: HttpRequest;

  constructor(request: HttpRequest) {
    this.#request = request;
    this.length = declaredLength(request);
  }

  /** `x-amz-checksum-crc32`, if a checksum is to follow the body. */
  get announcedTrailer(): string | undefined {
    return this.#header('x-amz-trailer')?.trim().toLowerCase();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const inQuery = this.#request.url.searchParams.get('X-Amz-Content-Sha256');
    const declaredHash = this.#header('x-amz-content-sha256') ?? inQuery ?? '';
    // Left open when reading stops early: the answer still has to go out on the same connection.
    const { body, sendContinue } = this.#request;
    sendContinue();
    const stream = Buffer.isBuffer(body) ? Readable.from([body]) : body;
    const raw: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    const hash = /^[0-9a-f]{64}$/.test(declaredHash) ? createHash('sha256') : undefined;
    let size = 0;
    for await (const chunk of declaredHash.startsWith('STREAMING-') ? decodeChunks(raw, this.trailers) : raw) {
      size += chunk.length;
      // Not a byte too many: a part may be written right before its neighbour.
      if (size > this.length) throw incompleteBody(this.length, size);
      hash?.update(chunk);
      yield chunk;
    }
    if (size !== this.length) throw incompleteBody(this.length, size);
    if (hash && hash.digest('hex') !== declaredHash) {
      throw new AwsError(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
        400,
      );
    }
  }

  #header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

const incompleteBody = (declared: number, sent: number): AwsError =>
  new AwsError('IncompleteBody', `The request declared a body of ${declared} bytes and sent ${sent}.`, 400);

/** S3 takes no body whose length it is not told. */
function declaredLength({ headers }: HttpRequest): number {
  const declared = headers['x-amz-decoded-content-length'] ?? headers['content-length'];
  if (typeof declared === 'string' && /^\d+$/.test(declared)) return Number(declared);
  if (headers['transfer-encoding']) {
    throw new AwsError(
      'NotImplemented',
      'A header you provided implies functionality that is not implemented: Transfer-Encoding. Give the body’s length.',
      501,
      { Header: 'Transfer-Encoding' },
    );
  }
  return 0;
}
