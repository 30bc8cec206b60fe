import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, type BulkFault, bulkItems, bulkResults, type Item } from './bulk-answer.ts';
import { type HeaderFamily, limitHeaders } from './limit-headers.ts';
import { RateWindow } from './rate-window.ts';

export interface LimitedApiOptions {
  readonly port?: number;
  /** Calls in a window, and the window's length. */
  readonly limit: number;
  readonly windowMs: number;
  /** Tokens in a window; an item takes as many as its field `tokens` says, else a hundred. */
  readonly tokens?: number;
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
  /** Tokens of the calls that were answered. */
  tokensUsed: number;
  close(): Promise<void>;
}

/**
 * An API with a rate limit, as many are: `POST /items` takes one item, `POST /bulk` many of them, and both count as one
 * call. `GET /stats` tells what came.
 */
export async function startLimitedApi(options: LimitedApiOptions): Promise<LimitedApi> {
  const { limit, windowMs, tokens, headers = 'x-ratelimit', latencyMs = 5, bulkFault = 'none', port = 0 } = options;
  const window = new RateWindow(limit, windowMs);
  const tokenWindow = tokens === undefined ? undefined : new RateWindow(tokens, windowMs);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  // Paced callers are silent for a while. A connection that is closed just when the next call is sent costs that call.
  server.keepAliveTimeout = 120_000;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/stats') return send(response, 200, { ...stats(), most: window.most });
    const now = Date.now();
    api.arrivals.push(now);
    const hasPlace = window.take(now);
    const body = await text(request);
    const isBulk = request.url === '/bulk';
    const items = isBulk ? bulkItems(body, request.headers['content-type'] ?? '') : [JSON.parse(body) as Item];
    const used = tokenWindow ? items.reduce((sum, item) => sum + tokensOf(item), 0) : 0;
    const isIn = (tokenWindow?.take(now, used) ?? true) && hasPlace;
    const told = limitHeaders(headers, now, window, tokenWindow);
    if (!isIn) {
      api.refused += 1;
      const retryAfter = String(Math.max(1, Math.ceil((window.end - now) / 1000)));
      return send(response, 429, { error: 'too many requests' }, { ...told, 'Retry-After': retryAfter });
    }
    await sleep(latencyMs);
    api.tokensUsed += used;
    const usage = tokenWindow && { usage: { total_tokens: used } };
    const [item] = items;
    if (!isBulk && item) {
      count(item.id);
      return send(response, 200, { answer: answerTo(item), ...usage }, told);
    }
    api.bulkCalls += 1;
    api.bulkBodies.push(body);
    if (bulkFault === 'rejected') return send(response, 400, { error: 'this is no list of records' }, told);
    if (bulkFault === 'broken') return void response.destroy();
    if (bulkFault === 'garbage')
      return send(response, 200, '<html>Welcome</html>', { ...told, 'Content-Type': 'text/html' });
    for (const { id } of items) count(id);
    return send(response, 200, { results: bulkResults(items, bulkFault), ...usage }, told);
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
    tokensUsed: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

const tokensOf = ({ tokens }: Item): number => (typeof tokens === 'number' ? tokens : 100);

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
