import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly delayMs?: number;
  /** Answered only when this is over. */
  readonly after?: Promise<void>;
}

export interface CountingEndpoint {
  readonly url: string;
  /** Calls by the row's key: `input.n`, or the whole body. */
  readonly calls: Map<string, number>;
  /** Rows whose caller closed the connection before the answer. */
  readonly dropped: string[];
  total(): number;
  close(): Promise<void>;
}

/** An HTTP endpoint that counts its calls per row and answers as `reply` says. */
export async function countingEndpoint(
  reply: (input: { n?: number }, call: number) => Reply,
): Promise<CountingEndpoint> {
  const calls = new Map<string, number>();
  const dropped: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const input = body ? (JSON.parse(body) as { n?: number }) : {};
    const key = input.n === undefined ? body : String(input.n);
    const call = (calls.get(key) ?? 0) + 1;
    calls.set(key, call);
    const { status = 200, body: answer = { answer: `row ${key}` }, headers, delayMs = 0, after } = reply(input, call);
    response.on('close', () => {
      if (!response.writableEnded) dropped.push(key);
    });
    await after;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    dropped,
    total: () => [...calls.values()].reduce((sum, count) => sum + count, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
