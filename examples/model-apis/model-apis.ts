import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropic } from './anthropic.ts';
import type { ModelAnswer } from './api.ts';
import { bedrock } from './bedrock.ts';
import { openai } from './openai.ts';

export interface ModelApisOptions {
  readonly port?: number;
  /** The only key that is let in. Default: any */
  readonly key?: string;
}

export interface ModelApis {
  /** Of the server: `/v1` follows for OpenAI and Anthropic, nothing for Bedrock. */
  readonly url: string;
  /** Bodies of the requests, in order. */
  readonly requests: { readonly path: string; readonly body: Record<string, unknown> }[];
  close(): Promise<void>;
}

const APIS = [openai, anthropic, bedrock];

/** OpenAI, Anthropic and Bedrock as their SDKs' types describe them, with a model behind them that classifies tickets. */
export async function startModelApis({ port = 0, key }: ModelApisOptions = {}): Promise<ModelApis> {
  const requests: ModelApis['requests'] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '/', headers } = request;
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    requests.push({ path, body });
    const found = APIS.map((api) => api({ path, headers, body, key })).find((one) => one !== undefined);
    await send(response, found ?? { status: 404, json: { error: { message: `${path} is not there` } } });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(
  response: ServerResponse,
  { status = 200, headers, json, events, isCut, pauseMs = 0 }: ModelAnswer,
): Promise<void> {
  if (!events) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    return;
  }
  response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
  for (const event of events) {
    await sleep(pauseMs);
    response.write(event);
  }
  if (isCut) response.destroy();
  else response.end();
}
