import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import type { Permission } from '../service.ts';
import { DurableMap } from '../store/durable-map.ts';
import type { Api, ChildKind, Settings } from './api.ts';
import type { Listeners } from './listeners.ts';
import { notFound } from './schemas.ts';

/** Every HTTP API of the account, on disk; each listens on a port of its own. */
export class Apis {
  readonly #context: CloudContext;
  readonly #apis: DurableMap<Api>;
  readonly #listeners: Listeners;

  constructor(context: CloudContext, listeners: Listeners) {
    this.#context = context;
    this.#listeners = listeners;
    this.#apis = new DurableMap(join(context.dataDir, 'apigatewayv2', 'apis.jsonl'));
  }

  /** Those of an earlier process listen again; one whose port was taken meanwhile moves to another. */
  async reopen(): Promise<void> {
    for (const api of this.all()) {
      const port = await this.#listeners.open(api.id, [api.port]);
      this.#listensOn(port);
      const formerPorts = [...(api.formerPorts ?? []), api.port].filter((former) => former !== port);
      for (const former of formerPorts) this.#context.moved.set(endpointOf({ port: former }), endpointOf({ port }));
      if (port !== api.port) this.#put({ ...api, port, formerPorts });
    }
  }

  all(): Api[] {
    return [...this.#apis.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  find(id: string): Api | undefined {
    return this.#apis.get(id);
  }

  get(id: string): Api {
    const api = this.#apis.get(id);
    if (!api) throw notFound('API', id);
    return api;
  }

  async create(settings: Settings): Promise<Api> {
    const id = newId(10);
    const port = await this.#listeners.open(id, nextPorts(this.#context.endpoint()));
    this.#listensOn(port);
    return this.#put({ id, port, createdAt: Date.now(), settings, integrations: {}, routes: {}, stages: {} });
  }

  update(id: string, settings: Settings): Api {
    const api = this.get(id);
    return this.#put({ ...api, settings: { ...api.settings, ...settings } });
  }

  async delete(id: string): Promise<void> {
    const { port } = this.get(id);
    this.#apis.delete(id);
    await this.#listeners.close(id);
    this.#context.ports.delete(port);
    this.#context.events.emit('cloud:ports');
  }

  child(apiId: string, kind: ChildKind, id: string): Settings {
    const children = this.get(apiId)[kind];
    const child = Object.hasOwn(children, id) ? children[id] : undefined;
    if (!child) throw notFound(kind.slice(0, -1), id);
    return child;
  }

  putChild(apiId: string, kind: ChildKind, id: string, settings: Settings): Settings {
    const api = this.get(apiId);
    this.#put({ ...api, [kind]: { ...api[kind], [id]: settings } });
    return settings;
  }

  deleteChild(apiId: string, kind: ChildKind, id: string): void {
    this.child(apiId, kind, id);
    const api = this.get(apiId);
    const { [id]: _gone, ...rest } = api[kind];
    this.#put({ ...api, [kind]: rest });
  }

  /** API Gateway's actions are HTTP methods on paths. */
  permission = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): Permission[] => [
    { action: `apigateway:${method}`, resource: `arn:aws:apigateway:${this.#context.region}::${path}` },
  ];

  async close(): Promise<void> {
    await this.#listeners.closeAll();
    this.#apis.close();
  }

  #listensOn(port: number): void {
    this.#context.ports.add(port);
    this.#context.events.emit('cloud:ports');
  }

  #put(api: Api): Api {
    this.#apis.set(api.id, api);
    return api;
  }
}

export const endpointOf = ({ port }: Pick<Api, 'port'>): string => `http://127.0.0.1:${port}`;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export const newId = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The ports after the cloud's own, where a person would look first. */
function nextPorts(endpoint: string): number[] {
  const own = Number(new URL(endpoint).port);
  return [1, 2, 3, 4].map((step) => own + step).filter((port) => port < 65_536);
}
