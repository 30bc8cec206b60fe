import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One HTTP server on loopback for each API: a port of its own is an origin of its own to a browser. */
export class Listeners {
  readonly #servers = new Map<string, Server>();
  readonly #answer: (apiId: string) => RequestListener;

  constructor(answer: (apiId: string) => RequestListener) {
    this.#answer = answer;
  }

  /** Listens on the first of `ports` that is free, or on any other. */
  async open(apiId: string, ports: readonly number[]): Promise<number> {
    for (const port of [...ports, 0]) {
      const server = createServer({ keepAliveTimeout: 65_000 }, this.#answer(apiId));
      try {
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(port, '127.0.0.1', resolve);
        });
        this.#servers.set(apiId, server);
        return (server.address() as AddressInfo).port;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
      }
    }
    throw new Error(`no port is free for the API ${apiId}`);
  }

  async close(apiId: string): Promise<void> {
    const server = this.#servers.get(apiId);
    if (!server) return;
    this.#servers.delete(apiId);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#servers.keys()].map((apiId) => this.close(apiId)));
  }
}
