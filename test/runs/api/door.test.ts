import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CreatedKey, Key } from '../../../contracts/api/keys.ts';
import { routes } from '../../../functions/api/routes/index.ts';
import { ApiClient } from '../../support/api-client.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let admin: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  admin = await ApiClient.create(cloud);
});

describe('the door of the API', () => {
  it('is healthy, describes itself in OpenAPI and to people, without a key', async () => {
    const anyone = new ApiClient(admin.url);
    expect((await anyone.send('GET', 'health')).body).toMatchObject({ success: true, data: { status: 'ok' } });
    const document = (await anyone.send('GET', '/openapi.json')).body as unknown as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/v1/keys/{keyId}');
    const page = await fetch(`${admin.url}/docs`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('/api/v1/keys/{keyId}');
  });

  it('takes an Idempotency-Key on everything that starts something', () => {
    const paths = routes.filter(({ idempotent }) => idempotent).map(({ method, path }) => `${method} ${path.slice(8)}`);
    expect(paths.toSorted()).toEqual([
      'POST batch',
      'POST datasets',
      'POST estimate',
      'POST jobs/{id}/resume',
      'POST jobs/{id}/retry',
      'POST runs',
      'POST runs/{id}/resume',
      'POST runs/{id}/retry',
      'POST runs/{id}/score',
      'POST targets/{integration}/{action}/try',
    ]);
  });

  it('answers every refusal in one shape', async () => {
    const refused = async (...request: Parameters<ApiClient['send']>) => {
      const { status, body } = await admin.send(...request);
      return [status, body.success, body.error?.code];
    };
    expect(await refused('GET', 'nothing')).toEqual([404, false, 'NotFound']);
    expect(await refused('POST', 'keys', '{')).toEqual([400, false, 'InvalidRequest']);
    const deep = `{"traces":[{"trace_id":"deep","input":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`;
    expect(await refused('POST', 'traces', deep)).toEqual([400, false, 'InvalidRequest']);
    expect(await refused('POST', 'keys', { name: '' })).toEqual([400, false, 'InvalidRequest']);
    expect(await refused('POST', 'keys', '{}', { 'content-type': 'text/plain' })).toEqual([
      415,
      false,
      'UnsupportedMediaType',
    ]);
    expect(await refused('POST', 'keys', { name: 'x'.repeat(4 * 1024 * 1024) })).toEqual([
      413,
      false,
      'PayloadTooLarge',
    ]);
  });

  it('answers the method TRACE, which fetch refuses to send, like any it has no route for', async () => {
    const asked = request(`${admin.url}/api/v1/health`, { method: 'TRACE' }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect([response.statusCode, await json(response)]).toMatchObject([404, { error: { code: 'NotFound' } }]);
  });

  it('makes, lists and revokes keys of the caller’s tenant; a role can do what it may and no more', async () => {
    const made = await admin.data<CreatedKey>('POST', 'keys', { name: 'reader', role: 'viewer' });
    expect(made).toMatchObject({ tenant: 'default', role: 'viewer', key: expect.stringMatching(/^rk_/) });
    const reader = new ApiClient(admin.url, made.key);
    expect((await reader.send('GET', 'keys')).body.error?.code).toBe('Forbidden');
    const { keys } = await admin.data<{ keys: Key[] }>('GET', 'keys');
    const listed = keys.find(({ keyId }) => keyId === made.keyId);
    expect(listed).toMatchObject({ name: 'reader', lastUsedAt: expect.any(String) });
    expect(JSON.stringify(keys)).not.toContain(made.key.slice(-40));
    const stranger = await ApiClient.create(cloud, 'acme');
    expect((await stranger.send('DELETE', `keys/${made.keyId}`)).status).toBe(404);
    await admin.data('DELETE', `keys/${made.keyId}`);
    const after = await admin.data<{ keys: Key[] }>('GET', 'keys');
    expect(after.keys.find(({ keyId }) => keyId === made.keyId)?.revokedAt).toBeDefined();
  });
});
