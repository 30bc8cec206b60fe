import { beforeAll, describe, expect, it } from 'vitest';
import { mayAct, ROLES } from '../../../contracts/role.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { routes } from '../../../functions/api/routes/index.ts';
import { ApiClient } from '../../support/api-client.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

/** What a tenant has; each name is a marker that must not show up anywhere else. */
const ownedBy = (tenant: string, id: string) => ({
  tenant,
  id,
  jobId: `${id}-job`,
  row: '0',
  keyId: '',
  importId: '',
  uploadId: '',
});
type Owned = ReturnType<typeof ownedBy>;

/** The default tenant's ids are stored as they are: nothing in them keeps others out. */
const VICTIMS = [ownedBy('walk-a', 'secret-of-a'), ownedBy('default', 'secret-of-default')];
const [OWNED] = VICTIMS as [Owned];

/** Bodies that a handler gets to see; all others are empty objects. */
const bodiesFor = ({ id, uploadId }: Owned): Record<string, unknown> => ({
  'POST /api/v1/datasets': { uploadId },
  'POST /api/v1/datasets/preview': { uploadId },
  'POST /api/v1/runs': { datasetId: id, configId: id },
  'POST /api/v1/runs/{id}/concurrency': { maxConcurrency: 2 },
  'PUT /api/v1/configs/{id}': {
    executionMode: 'tool',
    toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:x',
  },
  'PUT /api/v1/targets/{integration}/{action}': {
    executionMode: 'tool',
    toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:x',
    description: 'Does it',
    inputSchema: { type: 'object' },
  },
  'POST /api/v1/targets/{integration}/{action}/try': { input: {} },
  'PUT /api/v1/monitors/{name}': { level: 'trace', evaluators: [{ type: 'contains', value: 'x' }] },
  'POST /api/v1/monitors/{name}/backfill': { from: '2026-01-01T00:00:00Z' },
  'POST /api/v1/keys': { name: 'mine' },
  'POST /api/v1/uploads': { fileName: 'mine.csv' },
  'PATCH /api/v1/runs/{id}': { name: 'theirs' },
  'PUT /api/v1/runs/{id}/rows/{row}/mark': { verdict: 'right' },
  'POST /api/v1/runs/{id}/score': { evaluators: ['exact'] },
  'POST /api/v1/estimate': { run: { datasetId: id, configId: id } },
});

/** The same name is free in another tenant. */
const MAKES_ITS_OWN = [
  'PUT /api/v1/configs/{id}',
  'PUT /api/v1/targets/{integration}/{action}',
  'PUT /api/v1/monitors/{name}',
];

let cloud: RollcallCloud;
let anyone: ApiClient;
let stranger: ApiClient;
const owners = new Map<Owned, ApiClient>();
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  stranger = await ApiClient.create(cloud, 'walk-b');
  anyone = new ApiClient(stranger.url);
  for (const owned of VICTIMS) {
    const owner = await ApiClient.create(cloud, owned.tenant);
    owners.set(owned, owner);
    await own(owner, owned);
  }
});

async function own(owner: ApiClient, owned: Owned): Promise<void> {
  const { tenant, id } = owned;
  for (const name of MAKES_ITS_OWN) {
    const [method = '', path = ''] = name.split(' ');
    await owner.data(method, filled(path, owned), bodiesFor(owned)[name]);
  }
  await owner.data('POST', 'datasets', { rows: [{ a: id }], name: id });
  owned.keyId = (await owner.data<{ keyId: string }>('POST', 'keys', { name: id })).keyId;
  owned.uploadId = (await owner.data<{ uploadId: string }>('POST', 'uploads', { fileName: `${id}.csv` })).uploadId;
  const { importId } = await owner.data<{ importId: string }>('POST', 'datasets/preview', { rows: [{ a: id }] });
  owned.importId = importId;
  const ended = { dataset_id: ownId(tenant, id), status: 'completed' as const, finished_at: '2026-01-01T00:00:00Z' };
  await cloud.runs.create(runRecordOf({ evaluation_id: ownId(tenant, id), ...ended }));
  const items = { kind: 'batch' as const, items_key: `runs/${owned.jobId}/rows/items-0.jsonl` };
  await cloud.runs.create(runRecordOf({ evaluation_id: ownId(tenant, owned.jobId), ...ended, ...items }));
}

const label = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const filled = (path: string, owned = OWNED) =>
  path
    .replace('imports/{id}', 'imports/{importId}')
    .replace('jobs/{id}', 'jobs/{jobId}')
    .replace(/\{(\w+)\}/g, (_, name: string) => owned[name as keyof Owned] ?? owned.id);
const bodyFor = (route: (typeof routes)[number], owned = OWNED) =>
  route.method === 'GET' ? undefined : (bodiesFor(owned)[label(route)] ?? {});

describe.each(routes.map((route) => [label(route), route] as const))('%s', (name, route) => {
  it('is closed to who has no key, or one of too low a role', async () => {
    const refused = await anyone.send(route.method, filled(route.path), bodyFor(route));
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'Unauthorized']);
    const lower = ROLES.filter((role) => !mayAct(role, route.role)).at(-1);
    if (!lower) return;
    const weak = await ApiClient.create(cloud, 'walk-a', lower);
    const forbidden = await weak.send(route.method, filled(route.path), bodyFor(route));
    expect([forbidden.status, forbidden.body.error?.code]).toEqual([403, 'Forbidden']);
  });

  it.each(VICTIMS)('shows nothing of tenant $tenant to another', async (owned) => {
    if (MAKES_ITS_OWN.includes(name)) {
      const third = await ApiClient.create(cloud, 'walk-c');
      return expect((await third.send(route.method, filled(route.path, owned), bodyFor(route, owned))).status).toBe(
        200,
      );
    }
    const { status, body } = await stranger.send(route.method, filled(route.path, owned), bodyFor(route, owned));
    if (route.path.includes('{')) expect([name, status, body.error?.message]).toEqual([name, 404, expect.anything()]);
    if (JSON.stringify(bodyFor(route, owned) ?? {}).includes('uploadId')) expect(status).toBe(404);
    expect(JSON.stringify(body.data ?? {})).not.toContain(owned.id);
    expect(JSON.stringify(body.error ?? {})).not.toContain('walk-a');
  });
});

describe.each(VICTIMS)('tenant $tenant', (owned) => {
  it.each(['runs/{id}', 'jobs/{id}', 'configs/{id}'])('finds its own %s', async (path) => {
    expect((await owners.get(owned)?.send('GET', filled(path, owned)))?.status).toBe(200);
  });
});
