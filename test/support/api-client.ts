import { createKeyStore } from '../../client/keys/key-store.ts';
import type { Role } from '../../contracts/role.ts';
import type { RollcallCloud } from './rollcall-cloud.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** `any`-free: tests assert on the shape. */
  readonly body: { success: boolean; data?: unknown; error?: { code: string; message: string; details?: unknown } };
}

/** One client of the HTTP API, with a key of its own. */
export class ApiClient {
  static async create(cloud: RollcallCloud, tenant = 'default', role: Role = 'admin'): Promise<ApiClient> {
    const keys = createKeyStore(cloud.documents, cloud.output('ApiKeysTableName'));
    const { key } = await keys.create({ name: `test ${role}`, tenant, role });
    return new ApiClient(cloud.output('ApiUrl'), key);
  }

  readonly url: string;
  readonly key: string | undefined;

  constructor(url: string, key?: string) {
    this.url = url;
    this.key = key;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const response = await fetch(`${this.url}${path.startsWith('/') ? path : `/api/v1/${path}`}`, {
      method,
      headers: {
        ...(this.key && { authorization: `Bearer ${this.key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as ApiAnswer['body'] };
  }

  /** The data of an answer that must be a success. */
  async data<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const answer = await this.send(method, path, body, headers);
    if (!answer.body.success) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data as T;
  }
}
