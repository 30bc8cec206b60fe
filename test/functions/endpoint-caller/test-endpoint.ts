import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: Received, response: ServerResponse) => void;

/** A real HTTP server on loopback that keeps what it got and answers by path. */
export async function startEndpoint(answers: Record<string, Answer>) {
  const received: Received[] = [];
  let closedEarly = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const got = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(got);
    response.on('close', () => {
      if (!response.writableEnded) closedEarly++;
    });
    (answers[got.path] ?? ((_, res) => res.writeHead(404).end('nothing here')))(got, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, url: (path: string) => `http://127.0.0.1:${port}${path}`, closedEarly: () => closedEarly };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
