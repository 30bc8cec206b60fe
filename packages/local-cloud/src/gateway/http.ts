import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** One HTTP request to the local cloud, after the service and the caller are known. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent, byte for byte: unlike `url`, it keeps `..` and `//`, which are legal in S3's keys. */
  readonly target: string;
  /** Path and query, undecoded. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** The raw body; `aws-chunked` framing is still in it. Read already, but for services that take it as a stream. */
  readonly body: Readable | Buffer;
  /** Asks for the body, if the client sent `Expect: 100-continue` and holds it back until then. */
  readonly sendContinue: () => void;
  readonly requestId: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Record<string, string | number | undefined>;
  readonly body?: string | Buffer | Readable;
}
