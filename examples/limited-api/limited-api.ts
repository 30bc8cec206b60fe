import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, type BulkFault, bulkItems, bulkResults } from './bulk-answer.ts';
import { type HeaderFamily, limitHeaders } from './limit-headers.ts';
import { RateWindow } from './rate-window.ts';

export interface LimitedApiOptions {
  readonly port?: number;
  /** Calls in a window, and the window's length. */
  readonly limit: number;
  readonly windowMs: number;
  readonly headers?: HeaderFamily;
  readonly latencyMs?: number;
  readonly bulkFault?: BulkFault;
}

export interface LimitedApi {
  readonly url: string;
  /** Calls by the item's id, refused ones left out. */
  readonly calls: Map<string, number>;
  /** When calls came, refused ones included. */
  readonly arrivals: number[];
  refused: number;
  bulkCalls: number;
  /** Bodies of the bulk calls. */
  readonly bulkBodies: string[];
  readonly window: RateWindow;
  close(): Promise<void>;
}

/**
 * An API with a rate limit, as many are: `POST /items` takes one item, `POST /bulk` many of them, and both count as one
 * call. `GET /stats` tells what came.
 */
export async function startLimitedApi(options: LimitedApiOptions): Promise<LimitedApi> {
  const { limit, windowMs, headers = 'x-ratelimit', latencyMs = 5, bulkFault = 'none', port = 0 } = options;
  const window = new RateWindow(limit, windowMs);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/stats') return send(response, 200, { ...stats(), most: window.most });
    const now = Date.now();
    api.arrivals.push(now);
    const isIn = window.take(now);
    const told = limitHeaders(headers, window, now);
    const body = await text(request);
    if (!isIn) {
      api.refused += 1;
      const retryAfter = String(Math.max(1, Math.ceil((window.end - now) / 1000)));
      return send(response, 429, { error: 'too many requests' }, { ...told, 'Retry-After': retryAfter });
    }
    await sleep(latencyMs);
    if (request.url !== '/bulk') {
      const item = JSON.parse(body) as Record<string, unknown>;
      count(item.id);
      return send(response, 200, { answer: answerTo(item) }, told);
    }
    api.bulkCalls += 1;
    api.bulkBodies.push(body);
    if (bulkFault === 'rejected') return send(response, 400, { error: 'this is no list of records' }, told);
    if (bulkFault === 'broken') return void response.destroy();
    if (bulkFault === 'garbage')
      return send(response, 200, '<html>Welcome</html>', { ...told, 'Content-Type': 'text/html' });
    const items = bulkItems(body, request.headers['content-type'] ?? '');
    for (const { id } of items) count(id);
    return send(response, 200, { results: bulkResults(items, bulkFault) }, told);
  }

  const count = (id: unknown) => api.calls.set(String(id), (api.calls.get(String(id)) ?? 0) + 1);
  const stats = () => ({ calls: api.arrivals.length, refused: api.refused, bulkCalls: api.bulkCalls });

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const api: LimitedApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: new Map(),
    arrivals: [],
    refused: 0,
    bulkCalls: 0,
    bulkBodies: [],
    window,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
